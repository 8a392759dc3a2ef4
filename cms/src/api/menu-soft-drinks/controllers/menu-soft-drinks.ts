import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::menu-soft-drinks.menu-soft-drinks');
