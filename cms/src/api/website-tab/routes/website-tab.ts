import { factories } from '@strapi/strapi';
import { publicRecords } from '../../../content/publicRoutes';

export default factories.createCoreRouter('api::website-tab.website-tab', publicRecords);
