import { factories } from '@strapi/strapi';
import { singleTypeRoutes } from '../../../permissions/publicRoutes';

export default factories.createCoreRouter('api::website-name.website-name', singleTypeRoutes);
