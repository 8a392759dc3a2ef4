import { type Content, isSame } from '../versions/versionContent';

/** Lists the fields that the site shows in another way than the draft. */
export const listChangedFields = (draft: Content, published: Content): string[] =>
  Object.keys({ ...published, ...draft }).filter((name) => !isSame(draft[name], published[name]));
