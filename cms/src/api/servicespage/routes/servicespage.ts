import { factories } from '@strapi/strapi';
import { collectionTypeRoutes } from '../../../content/publicRoutes';

export default factories.createCoreRouter('api::servicespage.servicespage', collectionTypeRoutes);
