import { factories } from '@strapi/strapi';
import { publicRecord } from '../../../content/publicRoutes';

export default factories.createCoreRouter('api::website-name.website-name', publicRecord);
