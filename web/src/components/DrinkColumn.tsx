import type { DrinkList } from '../content/content.ts';
import styles from './DrinkColumn.module.css';
import { Heading } from './Heading.tsx';

interface DrinkColumnProps {
  /** `undefined` while they are not here yet. */
  drinks: DrinkList | undefined;
}

/** One of the two columns of drinks: a heading and names only. */
export function DrinkColumn({ drinks }: DrinkColumnProps) {
  if (drinks?.names.length === 0) return null;
  return (
    <div className={styles.column}>
      <Heading level={3} text={drinks?.heading} />
      {drinks ? (
        <ul>
          {drinks.names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two drinks may have the same name, and a name has no state
            <li key={index}>{name}</li>
          ))}
        </ul>
      ) : (
        <div className={styles.reserved} />
      )}
    </div>
  );
}
