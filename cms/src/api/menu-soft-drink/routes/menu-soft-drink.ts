import { factories } from '@strapi/strapi';
import { collectionTypeRoutes } from '../../../permissions/publicRoutes';

export default factories.createCoreRouter('api::menu-soft-drink.menu-soft-drink', collectionTypeRoutes);
