import type { Dish } from '../content/content.ts';
import styles from './DishList.module.css';
import { Paragraphs } from './Paragraphs.tsx';

interface DishListProps {
  /** `undefined` while they are not here yet. */
  dishes: Dish[] | undefined;
}

/** The dishes of a part of the menu: each with its name and what it is. */
export function DishList({ dishes }: DishListProps) {
  if (!dishes) return <div className={styles.reserved} data-reserved />;
  return (
    <ul className={styles.dishes}>
      {dishes.map(({ id, name, description }) => (
        <li key={id} id={id}>
          <h3>{name}</h3>
          <Paragraphs text={description} />
        </li>
      ))}
    </ul>
  );
}
