import type { Dish } from '../content/content.ts';
import styles from './DishList.module.css';
import { Paragraphs } from './Paragraphs.tsx';
import { useHydrated } from './useHydrated.ts';

interface DishListProps {
  /** `undefined` until they are loaded. */
  dishes: Dish[] | undefined;
}

/** The dishes of a menu section, each with its name and description. */
export function DishList({ dishes }: DishListProps) {
  // A part of a long list is enough for the first paint. When the application starts, the browser lays out the whole list.
  const isHydrated = useHydrated();
  if (!dishes) return <div className={styles.placeholder} data-placeholder />;
  return (
    <ul className={isHydrated ? styles.dishes : `${styles.dishes} ${styles.deferred}`}>
      {dishes.map(({ id, name, description }) => (
        <li key={id} id={id}>
          <h3>{name}</h3>
          <Paragraphs text={description} />
        </li>
      ))}
    </ul>
  );
}
