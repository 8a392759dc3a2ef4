import { factories } from '@strapi/strapi';
import { singleTypeRoutes } from '../../../permissions/publicRoutes';

export default factories.createCoreRouter('api::menu-soft-drinks.menu-soft-drinks', singleTypeRoutes);
