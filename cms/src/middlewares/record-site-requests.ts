import { recordSiteRequest } from '../warnings/siteSilence';

export default () => recordSiteRequest;
