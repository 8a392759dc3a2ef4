import { factories } from '@strapi/strapi';
import { publicRecord } from '../../../content/publicRoutes';

export default factories.createCoreRouter('api::menu-alcohol.menu-alcohol', publicRecord);
