import { factories } from '@strapi/strapi';
import { publicRecords } from '../../../content/publicRoutes';

export default factories.createCoreRouter('api::servicespage.servicespage', publicRecords);
