// better-sqlite3 13 needs Node 22; 12 runs on Node 20, but aborts from Node 24.19 on (nodejs/node#65446). Knex asks for
// "better-sqlite3" by name, so on Node 20 that name leads to 12.
import { existsSync, rmSync, symlinkSync } from 'node:fs';

if (Number.parseInt(process.versions.node, 10) < 22) {
  if (!existsSync('node_modules/better-sqlite3-12/build')) {
    console.error(
      'better-sqlite3 12 could not be built: it needs python3, make and a C++ compiler, or a newer Node.',
    );
    process.exit(1);
  }
  rmSync('node_modules/better-sqlite3', { recursive: true, force: true });
  symlinkSync('better-sqlite3-12', 'node_modules/better-sqlite3', 'junction');
}
