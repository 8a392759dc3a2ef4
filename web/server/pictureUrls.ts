/** Lists the URLs of all pictures in a query's content, each a path and a version. */
export function listPictureUrls(content: unknown): string[] {
  if (typeof content !== 'object' || content === null) return [];
  const own = 'src' in content && typeof content.src === 'string' ? [content.src] : [];
  return [...own, ...Object.values(content).flatMap(listPictureUrls)];
}
