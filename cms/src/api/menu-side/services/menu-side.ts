import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::menu-side.menu-side');
