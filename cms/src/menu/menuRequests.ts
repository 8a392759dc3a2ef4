import { errors, z } from '@strapi/utils';
import { isItemId } from '../shared/content/itemId';
import type { ItemText } from '../shared/content/itemText';
import { parseStoredStatement, type StoredStatement } from '../shared/diet/dietaryStatement';
import { requireName } from '../validation/requireName';
import { isStorableStatement } from '../validation/statements';

/** Returns a function that parses the body of a request, or throws a ValidationError with a sentence for the owner. */
const createParser =
  <Body>(schema: z.ZodType<Body>) =>
  (body: unknown): Body => {
    const { success, data } = schema.safeParse(body);
    if (success) return data;
    throw new errors.ValidationError(
      'This could not be understood, so nothing has changed. Load the page again.',
    );
  };

/** A text as the menu has sent it: only that of a dish has a description. */
const seenText = z.object({ name: z.string(), description: z.string().default('') });

/** A statement; `null` for one that states nothing. */
const statement = z
  .union([
    z.null(),
    z.custom(isStorableStatement),
    z.object({ diet: z.null().optional(), answers: z.strictObject({}) }),
  ])
  .transform((value): StoredStatement | null => parseStoredStatement(value) ?? null);

export const parseSeenText = createParser<ItemText>(seenText);

/** Parses the text of an item. */
export const parseItemText = createParser(
  seenText.transform((sent) => {
    const text = { name: sent.name.trim(), description: sent.description.trim() };
    requireName(text.name);
    if (/\0/.test(text.name + text.description))
      throw new errors.ValidationError('These words contain a character that can’t be saved.');
    return text;
  }),
);

const parsePlace = createParser(
  z.object({ id: z.string().refine(isItemId).optional(), after: z.string().nullish() }),
);

/** Parses a new item: without an id in a tab of an earlier version. */
export const parseNewItem = (body: unknown) => ({ ...parsePlace(body), text: parseItemText(body) });

const parseSeen = createParser(z.object({ seen: seenText }));

/** Parses the text that the owner saves, and the one that she saw before. */
export const parseChangedText = (body: unknown) => ({ text: parseItemText(body), ...parseSeen(body) });

const sortIds = (ids: string[]) => JSON.stringify(ids.toSorted());

/** Parses an order, which must have the same ids as the order that the owner saw. */
export const parseOrder = createParser(
  z
    .object({ ids: z.array(z.string()), seen: z.array(z.string()) })
    .refine(({ ids, seen }) => sortIds(ids) === sortIds(seen)),
);

/** Parses the wish to show an item, or to hide it until a time, which `parseReturn` reads. */
export const parseShown = createParser(z.object({ shown: z.boolean(), until: z.unknown().optional() }));

/** Parses the wish that an item leaves the menu, whose time `parseEnd` reads. */
export const parseLeaving = createParser(z.object({ until: z.unknown().optional() }));

/** Parses the statement that the owner saves, and the one that she saw before. */
export const parseChangedStatement = createParser(z.object({ statement, seen: statement }));

/** Parses the version with a deleted item of the request that undoes the deletion. */
export const parseVersion = createParser(z.object({ version: z.number() }));
