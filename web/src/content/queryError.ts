/** A failed query: no response, an error status, or a response that is malformed or has none of the fixed records. */
export class QueryError extends Error {
  override name = 'QueryError';
}
