import type { Dish } from '../content/content.ts';
import styles from './DishList.module.css';
import { Heading } from './Heading.tsx';
import { Prose } from './Prose.tsx';

interface DishListProps {
  /** Of the record that heads the list: where a link or a preview finds it. */
  id: string;
  heading: string | undefined;
  /** `undefined` while they are not here yet. */
  dishes: Dish[] | undefined;
}

/** A section of the menu: every dish with its name and what it is. */
export function DishList({ id, heading, dishes }: DishListProps) {
  if (dishes?.length === 0) return null;
  return (
    <section id={id} className={styles.section}>
      <Heading level={2} text={heading} />
      {dishes ? (
        <ul className={styles.dishes}>
          {dishes.map(({ id, name, description }) => (
            <li key={id} id={id}>
              <h3>{name}</h3>
              <Prose text={description} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.reserved} />
      )}
    </section>
  );
}
