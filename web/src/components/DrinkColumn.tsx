import type { DrinkList } from '../content/content.ts';
import styles from './DrinkColumn.module.css';
import { Heading } from './Heading.tsx';

interface DrinkColumnProps {
  /** Of the record that is shown: where a link or a preview finds it. */
  id: string;
  /** `undefined` while they are not here yet. */
  drinks: DrinkList | undefined;
}

/** One of the two columns of drinks: a heading and names only. */
export function DrinkColumn({ id, drinks }: DrinkColumnProps) {
  if (drinks?.names.length === 0) return null;
  return (
    <div id={id} className={styles.column}>
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
