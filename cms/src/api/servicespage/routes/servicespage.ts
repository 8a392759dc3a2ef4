import { factories } from '@strapi/strapi';
import { collectionTypeRoutes } from '../../../permissions/publicRoutes';

export default factories.createCoreRouter('api::servicespage.servicespage', collectionTypeRoutes);
