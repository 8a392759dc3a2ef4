import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::menu-soft-drink.menu-soft-drink');
