import type { Core } from '@strapi/strapi';
import { applyContentSteps } from './seed/contentSteps';
import { seed } from './seed/seed';
import { errorMessage } from './shared/errorMessage';
import { recordFirstVersions } from './site/firstVersions';
import { refuseUpdate } from './updates/dataVersion';

/**
 * Brings the content to this version of the code: creates what is missing, changes what a step changes, and records the result as
 * versions. The next start completes what was interrupted.
 */
export async function prepareContent(strapi: Core.Strapi): Promise<void> {
  try {
    await seed(strapi);
    await applyContentSteps(strapi);
    await recordFirstVersions(strapi);
  } catch (error) {
    await refuseUpdate(strapi, errorMessage(error));
  }
}
