import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::menu-alcoholic-drink.menu-alcoholic-drink');
