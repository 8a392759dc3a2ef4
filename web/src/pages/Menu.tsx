import { DishList } from '../components/DishList.tsx';
import { DrinkColumn } from '../components/DrinkColumn.tsx';
import { Heading } from '../components/Heading.tsx';
import { Page, pageHeading } from '../components/Page.tsx';
import { useWords } from '../content/useWords.ts';
import styles from './Menu.module.css';

/** The menu: appetizers, entrees, sides, drinks. */
export function Menu() {
  const headings = useWords('menuHeadings');
  const softDrinks = useWords('softDrinks');
  const alcohol = useWords('alcohol');
  const main = headings?.['menu-main'];
  const noDrinks = softDrinks?.names.length === 0 && alcohol?.names.length === 0;
  const siteName = useWords('siteName')?.name;
  return (
    <Page main={main} siteName={siteName} className={styles.menu}>
      <Heading level={1} text={pageHeading(main, siteName)} />
      <DishList
        id="menu-appetizers"
        heading={headings?.['menu-appetizers'].subHeading}
        dishes={useWords('appetizers')}
      />
      <DishList
        id="menu-entrees"
        heading={headings?.['menu-entrees'].subHeading}
        dishes={useWords('entrees')}
      />
      <DishList id="menu-sides" heading={headings?.['menu-sides'].subHeading} dishes={useWords('sides')} />
      {!noDrinks && (
        <section id="menu-drinks" className={styles.drinks}>
          <Heading level={2} text={headings?.['menu-drinks'].subHeading} />
          <DrinkColumn id="menu-soft-drinks" drinks={softDrinks} />
          <DrinkColumn id="menu-alcohol" drinks={alcohol} />
        </section>
      )}
    </Page>
  );
}
