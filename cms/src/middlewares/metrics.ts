import { measureRequest } from '../metrics/serveMetrics';

export default () => measureRequest;
