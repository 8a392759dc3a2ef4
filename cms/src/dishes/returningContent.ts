import { isSame } from '../content/compareContent';
import type { Content } from '../content/entryContent';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { mergeStatements } from '../shared/diet/mergeStatements';

const FIELD = 'dietaryStatement';

/**
 * Returns what the site shows of a dish that comes back to the menu: what it showed last. The owner may have stated something else
 * since, and a switch or a time does not choose between the two.
 */
export function toReturningContent(shown: Content, draft: Content): Content {
  if (isSame(shown[FIELD], draft[FIELD])) return shown;
  const [own, other] = [shown[FIELD], draft[FIELD]].map((stored) => parseStoredStatement(stored) ?? null);
  return { ...shown, [FIELD]: mergeStatements(own ?? null, other ?? null) };
}
