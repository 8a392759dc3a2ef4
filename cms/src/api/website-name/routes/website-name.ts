import { factories } from '@strapi/strapi';
import { publicRecord } from '../../../publicReads';

export default factories.createCoreRouter('api::website-name.website-name', publicRecord);
