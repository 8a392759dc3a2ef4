/**
 * Tells what waits for “Publish the menu”.
 * @param count how many items it would change on the site
 */
export function describeWaiting(count: number, hasUnsaved: boolean): string {
  if (hasUnsaved) return 'Something that you typed is not saved yet.';
  // Not that the site shows all of this: new words of what is off the menu don't wait for the publishing alone.
  if (count === 0) return 'Nothing waits to be published.';
  return count === 1 ? '1 change is not on the site yet' : `${count} changes are not on the site yet`;
}
