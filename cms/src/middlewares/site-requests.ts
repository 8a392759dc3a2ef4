import { recordSiteRequest } from '../warnings/siteRequests';

export default () => recordSiteRequest;
