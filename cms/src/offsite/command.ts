// `node command.js`: stores the daily backups off-site for as long as it runs. `npm start` starts it, and the service `offsite`
// in docker-compose.yml; it does not start Strapi.
import { readOffsiteSettings, refuseToStart } from '../environment/settings';
import { runOffsiteBackups } from './runOffsiteBackups';

const settings = readOffsiteSettings();
if (!settings)
  refuseToStart('BACKUP_REPOSITORY and BACKUP_PASSWORD are not set: off-site backups need both.');
const controller = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
runOffsiteBackups(settings, controller.signal).then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
