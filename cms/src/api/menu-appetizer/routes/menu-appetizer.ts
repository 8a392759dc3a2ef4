import { factories } from '@strapi/strapi';
import { collectionTypeRoutes } from '../../../content/publicRoutes';

export default factories.createCoreRouter('api::menu-appetizer.menu-appetizer', collectionTypeRoutes);
