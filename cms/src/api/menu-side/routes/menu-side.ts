import { factories } from '@strapi/strapi';
import { publicRecords } from '../../../content/publicRoutes';

export default factories.createCoreRouter('api::menu-side.menu-side', publicRecords);
