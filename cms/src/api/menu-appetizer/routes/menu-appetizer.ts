import { factories } from '@strapi/strapi';
import { collectionTypeRoutes } from '../../../permissions/publicRoutes';

export default factories.createCoreRouter('api::menu-appetizer.menu-appetizer', collectionTypeRoutes);
