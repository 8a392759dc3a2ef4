import { guardConnections } from './guardConnections.cjs';

/** Guards the connections of the workers and of all processes that the tests start. */
export default function guardProcesses(): void {
  guardConnections();
}
