import { factories } from '@strapi/strapi';
import { publicRecord } from '../../../publicReads';

export default factories.createCoreRouter('api::menu-alcohol.menu-alcohol', publicRecord);
