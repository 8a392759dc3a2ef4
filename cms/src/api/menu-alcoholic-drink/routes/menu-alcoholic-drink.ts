import { factories } from '@strapi/strapi';
import { collectionTypeRoutes } from '../../../permissions/publicRoutes';

export default factories.createCoreRouter(
  'api::menu-alcoholic-drink.menu-alcoholic-drink',
  collectionTypeRoutes,
);
