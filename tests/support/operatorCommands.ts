/** Commands that a document has letter for letter and that a test runs; words in capitals are placeholders. */
export const operatorCommands = {
  backUp: ['docs/backups.md', 'docker compose exec cms node src/backups/command.js backup'],
  restoreFile: [
    'docs/backups.md',
    "docker compose run --rm -T cms sh -c 'cat >/data/backups/back.tar.gz && node src/backups/command.js restore /data/backups/back.tar.gz replace' <FILE",
  ],
  stopCms: ['docs/backups.md', 'docker compose stop cms'],
  recover: ['docs/backups.md', 'docker compose run --rm recover'],
  update: ['docs/updates.md', 'docker compose up --build --detach'],
  build: ['docs/updates.md', 'docker compose build'],
  pull: ['docs/updates.md', 'docker compose pull'],
  restoreUpdateBackup: [
    'docs/updates.md',
    'docker compose run --rm cms node src/backups/command.js restore /data/backups/before-1.1.0 replace',
  ],
  start: ['docs/updates.md', 'docker compose up --detach'],
  printPasswordLink: ['docs/mail.md', 'docker compose exec cms node src/access/command.js EMAIL'],
} as const satisfies Record<string, readonly [document: string, command: string]>;

export type OperatorCommand = keyof typeof operatorCommands;
