import { describeContained, describeFree } from '../../../cms/src/shared/diet/describeStatement.ts';
import type { Dish } from '../content/content.ts';
import filterStyles from './AllergenFilter.module.css';
import {
  type AllergenChoice,
  areAllHidden,
  createFilterAttributes,
  selectAnswers,
} from './allergenChoice.ts';
import styles from './DishList.module.css';
import { createDishAnchor } from './dishAnchor.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { useHydrated } from './useHydrated.ts';

/** The first two of four words or more. */
const NAME_START = /^\S+ \S+(?= \S+ \S)/;
/** As many letters fit on a line of a phone. */
const MAX_START = 17;

/** A dish's name; its first word is never alone on a line, as in “Charred / Mushrooms on Toast”. */
function DishName({ name }: { name: string }) {
  const [start = ''] = NAME_START.exec(name) ?? [];
  const id = createDishAnchor(name);
  if (!start || start.length > MAX_START)
    return (
      <h3 key={name} id={id}>
        {name}
      </h3>
    );
  return (
    <h3 key={name} id={id}>
      <span className={styles.unbreakableStart}>{start}</span>
      {name.slice(start.length)}
    </h3>
  );
}

interface DishItemProps {
  dish: Dish;
  /** Whether the page has the filter. */
  hasFilter: boolean;
  chosen: AllergenChoice;
}

/**
 * A dish with what is stated of it. On a page with the filter, a dish without an answer about some allergen says that the guest has
 * to ask; what it is free of, and that something is on request, is hidden until it applies.
 */
function DishItem({ dish: { id, name, description, statement }, hasFilter, chosen }: DishItemProps) {
  const attributes = hasFilter ? createFilterAttributes(statement) : {};
  const contained = statement && describeContained(statement);
  const free = statement && describeFree(selectAnswers(statement, chosen));
  return (
    <li id={id} {...attributes}>
      <DishName name={name} />
      <Paragraphs text={description} />
      {(contained || free) && (
        <p className={styles.statement}>
          {contained && <span>{`${contained} `}</span>}
          {free && <span className={filterStyles.free}>{free}</span>}
        </p>
      )}
      {attributes['data-on-request'] && (
        <p className={filterStyles.onRequest}>Only on request: please tell us when you order.</p>
      )}
      {attributes['data-ask'] && (
        <p
          className={filterStyles.ask}
        >{`Ask us about ${statement ? 'the other allergens' : 'allergens'}.`}</p>
      )}
    </li>
  );
}

interface DishListProps {
  /** `undefined` until they are loaded. */
  dishes: Dish[] | undefined;
  /** How much room the dishes take: a main dish has a larger name, a side dish continues its name's line with its description. */
  rank?: 'main' | 'side' | undefined;
  /** Whether the page has the filter. */
  hasFilter: boolean;
  /** The allergens that the visitor leaves out. */
  chosen: AllergenChoice;
}

/** The dishes of a menu section, each with its name and description. */
export function DishList({ dishes, rank, hasFilter, chosen }: DishListProps) {
  // A part of a long list is enough for the first paint. When the application starts, the browser lays out the whole list.
  const isHydrated = useHydrated();
  if (!dishes) return <div className={styles.placeholder} data-placeholder />;
  const classes = [styles.dishes, rank && styles[rank], !isHydrated && styles.deferred];
  return (
    <>
      {chosen.length > 0 && areAllHidden(dishes, chosen) && (
        <p className={filterStyles.empty}>Every dish here contains what you leave out.</p>
      )}
      <ul className={classes.filter(Boolean).join(' ')}>
        {dishes.map((dish) => (
          <DishItem key={dish.id} dish={dish} hasFilter={hasFilter} chosen={chosen} />
        ))}
      </ul>
    </>
  );
}
