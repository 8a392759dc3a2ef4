import { join } from 'node:path';
import { privateFolder } from '../src/settings';

export default () => ({
  connection: {
    client: 'sqlite',
    connection: { filename: join(privateFolder(), 'strapi.db') },
    useNullAsDefault: true,
  },
});
