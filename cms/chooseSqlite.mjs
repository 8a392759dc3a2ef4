// better-sqlite3 13 needs Node 22; version 12 runs on Node 20, but aborts on Node 24.19 and later
// (nodejs/node#65446). Knex requires the package by the name "better-sqlite3", so on Node 20 this name
// becomes a link to version 12.
import { existsSync, rmSync, symlinkSync } from 'node:fs';

if (Number.parseInt(process.versions.node, 10) < 22) {
  if (!existsSync('node_modules/better-sqlite3-12/build')) {
    console.error(
      'better-sqlite3 12 was not built: install python3, make and a C++ compiler, or use Node 22 or later.',
    );
    process.exit(1);
  }
  rmSync('node_modules/better-sqlite3', { recursive: true, force: true });
  symlinkSync('better-sqlite3-12', 'node_modules/better-sqlite3', 'junction');
}
