import { allergens } from '../../../cms/src/shared/diet/allergens.ts';
import { getAllergenNote, labelAllergen } from '../components/allergenChoice.ts';
import type { Dish, PageTime } from '../content/content.ts';
import { useContent } from '../content/useContent.ts';
import { useContentDate } from '../useContentDate.ts';
import styles from './AllergenSheet.module.css';

/** What the sheet says of an answer; without one, the guest has to ask. */
const WORDS = { contains: <b>contains</b>, onRequest: 'on request', free: 'free' };

const DishRow = ({ dish: { name, statement } }: { dish: Dish }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{statement?.diet ?? 'ask'}</td>
    {allergens.map(({ id }) => {
      const answer = statement?.answers[id];
      return <td key={id}>{answer ? WORDS[answer] : 'ask'}</td>;
    })}
  </tr>
);

/** A printed sheet after the menu: a dated table of the dishes against the allergens, when at least one dish is stated. */
export function AllergenSheet(time: PageTime) {
  const name = useContent('siteName')?.name;
  const headings = useContent('menuHeadings');
  const phone = useContent('contact')?.['contact-phone'].description;
  const sections = [
    { id: 'menu-appetizers', dishes: useContent('appetizers') ?? [] },
    { id: 'menu-entrees', dishes: useContent('entrees') ?? [] },
    { id: 'menu-sides', dishes: useContent('sides') ?? [] },
  ] as const;
  const date = useContentDate(time);
  if (!sections.some(({ dishes }) => dishes.some(({ statement }) => statement))) return null;
  return (
    <div className={styles.sheet}>
      <table>
        <caption>
          <b>{`${name}: allergens and diet`}</b>
          <br />
          <span>{`As of ${date}`}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Dish</th>
            <th scope="col">Diet</th>
            {allergens.map(({ id, name }) => (
              <th key={id} scope="col">
                {labelAllergen(name)}
              </th>
            ))}
          </tr>
        </thead>
        {sections.map(
          ({ id, dishes }) =>
            dishes.length > 0 && (
              <tbody key={id}>
                <tr>
                  <th scope="rowgroup" colSpan={allergens.length + 2}>
                    {headings?.[id].subHeading}
                  </th>
                </tr>
                {dishes.map((dish) => (
                  <DishRow key={dish.id} dish={dish} />
                ))}
              </tbody>
            ),
        )}
      </table>
      <p>{getAllergenNote(headings)}</p>
      <p>{`Drinks are not part of this. ${phone ? `Ask us: ${phone}` : 'Please ask us.'}`}</p>
    </div>
  );
}
