import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::website-tab.website-tab');
