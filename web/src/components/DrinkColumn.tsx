import type { DrinkList } from '../content/content.ts';
import styles from './DrinkColumn.module.css';
import { Heading } from './Heading.tsx';

interface DrinkColumnProps {
  /** The record's id, which links and previews scroll to. */
  id: string;
  /** `undefined` until they are loaded. */
  drinks: DrinkList | undefined;
}

/** One of the two columns of drinks: a heading and the drinks' names. */
export function DrinkColumn({ id, drinks }: DrinkColumnProps) {
  if (drinks?.names.length === 0) return null;
  return (
    <div id={id} className={styles.column}>
      <Heading level={3} text={drinks?.heading} />
      {drinks ? (
        <ul>
          {drinks.names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two drinks may have the same name, and the items have no state
            <li key={index}>{name}</li>
          ))}
        </ul>
      ) : (
        <div className={styles.placeholder} />
      )}
    </div>
  );
}
