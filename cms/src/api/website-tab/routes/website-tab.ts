import { factories } from '@strapi/strapi';
import { collectionTypeRoutes } from '../../../content/publicRoutes';

export default factories.createCoreRouter('api::website-tab.website-tab', collectionTypeRoutes);
