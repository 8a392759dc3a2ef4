import { factories } from '@strapi/strapi';
import { publicRecords } from '../../../content/publicRoutes';

export default factories.createCoreRouter('api::menu-entree.menu-entree', publicRecords);
