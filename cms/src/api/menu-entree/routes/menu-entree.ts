import { factories } from '@strapi/strapi';
import { publicRecords } from '../../../publicReads';

export default factories.createCoreRouter('api::menu-entree.menu-entree', publicRecords);
