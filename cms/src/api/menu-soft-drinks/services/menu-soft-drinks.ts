import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::menu-soft-drinks.menu-soft-drinks');
