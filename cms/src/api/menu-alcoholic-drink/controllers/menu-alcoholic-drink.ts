import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::menu-alcoholic-drink.menu-alcoholic-drink');
