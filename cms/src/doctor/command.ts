// `docker compose exec cms node src/doctor/command.js`: the container's `npm run doctor`. It does not start Strapi.
import { runDoctor } from './doctor';

runDoctor({
  startCommand: 'docker compose up --detach',
  backupCommand: 'docker compose exec cms node src/backups/command.js backup',
  offsiteCommand: 'docker compose --profile offsite up --detach',
  shellPrefix: 'docker compose exec cms ',
  // The names of the services in docker-compose.yml.
  siteUrl: new URL('http://web:3000'),
  adminUrl: new URL('http://cms:1337'),
}).then((exitCode) => process.exit(exitCode));
