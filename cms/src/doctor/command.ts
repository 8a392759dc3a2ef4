// `node command.js [SETTINGS_FILE]`: checks the installation. `npm run doctor` names the file with the settings, which is not among
// the files of a container; there, operators run this. It does not start Strapi.
import { runDoctor } from './doctor';

const [settingsFile] = process.argv.slice(2);
runDoctor(
  settingsFile
    ? { backupCommand: 'npm run backup', offsiteCommand: 'npm start', shellPrefix: '', settingsFile }
    : {
        backupCommand: 'docker compose exec cms node src/backups/command.js backup',
        offsiteCommand: 'docker compose --profile offsite up --detach',
        shellPrefix: 'docker compose exec cms ',
      },
).then((exitCode) => process.exit(exitCode));
