import { describeStatement } from '../../../cms/src/shared/diet/describeStatement.ts';
import type { Dish } from '../content/content.ts';
import filterStyles from './AllergenFilter.module.css';
import { AskUs } from './AskUs.tsx';
import { type AllergenChoice, areAllHidden, createFilterAttributes } from './allergenChoice.ts';
import styles from './DishList.module.css';
import { createDishAnchor } from './dishAnchor.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { useHydrated } from './useHydrated.ts';

interface DishItemProps {
  dish: Dish;
  /** The phone number to ask at; `undefined` on a page without the filter. */
  phone: string | undefined;
}

/** A dish with what is stated of it. On a page with the filter, the sentences that depend on the choice are hidden until they apply. */
function DishItem({ dish: { id, name, description, statement }, phone }: DishItemProps) {
  const attributes = phone === undefined ? {} : createFilterAttributes(statement);
  return (
    <li id={id} {...attributes}>
      <h3 id={createDishAnchor(name)}>{name}</h3>
      <Paragraphs text={description} />
      {statement && <p className={styles.statement}>{describeStatement(statement)}</p>}
      {attributes['data-on-request'] && (
        <p className={filterStyles.onRequest}>Only on request: please tell us when you order.</p>
      )}
      {phone !== undefined && attributes['data-ask'] && <AskUs className={filterStyles.ask} phone={phone} />}
    </li>
  );
}

interface DishListProps {
  /** `undefined` until they are loaded. */
  dishes: Dish[] | undefined;
  /** The phone number to ask at; `undefined` on a page without the filter. */
  phone: string | undefined;
  /** The allergens that the visitor leaves out. */
  chosen: AllergenChoice;
}

/** The dishes of a menu section, each with its name and description. */
export function DishList({ dishes, phone, chosen }: DishListProps) {
  // A part of a long list is enough for the first paint. When the application starts, the browser lays out the whole list.
  const isHydrated = useHydrated();
  if (!dishes) return <div className={styles.placeholder} data-placeholder />;
  return (
    <>
      {chosen.length > 0 && areAllHidden(dishes, chosen) && (
        <p className={filterStyles.empty}>Every dish here contains what you leave out.</p>
      )}
      <ul className={isHydrated ? styles.dishes : `${styles.dishes} ${styles.deferred}`}>
        {dishes.map((dish) => (
          <DishItem key={dish.id} dish={dish} phone={phone} />
        ))}
      </ul>
    </>
  );
}
