const urlsByContent = new WeakMap<object, Set<string>>();

function addPictureUrls(value: unknown, urls: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return urls;
  if ('src' in value && typeof value.src === 'string') urls.add(value.src);
  for (const member of Object.values(value)) addPictureUrls(member, urls);
  return urls;
}

/** Collects the URLs of all pictures in a query's content, as a path and a version; caches the result. */
export function collectPictureUrls(content: object): Set<string> {
  const urls = urlsByContent.get(content) ?? addPictureUrls(content, new Set());
  urlsByContent.set(content, urls);
  return urls;
}
