import { factories } from '@strapi/strapi';
import { publicRecords } from '../../../publicReads';

export default factories.createCoreRouter('api::website-tab.website-tab', publicRecords);
