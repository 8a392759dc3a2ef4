import { factories } from '@strapi/strapi';
import { publicRecords } from '../../../publicReads';

export default factories.createCoreRouter('api::menu-appetizer.menu-appetizer', publicRecords);
