import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::menu-soft-drink.menu-soft-drink');
