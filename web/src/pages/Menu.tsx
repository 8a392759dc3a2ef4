import { DishList } from '../components/DishList.tsx';
import { DrinkColumn } from '../components/DrinkColumn.tsx';
import { Heading } from '../components/Heading.tsx';
import { MenuSection } from '../components/MenuSection.tsx';
import { getPageHeading, Page } from '../components/Page.tsx';
import { SectionNav } from '../components/SectionNav.tsx';
import { useContent } from '../content/useContent.ts';
import styles from './Menu.module.css';

/** The Menu page: appetizers, entrees, sides and drinks. */
export function Menu() {
  const headings = useContent('menuHeadings');
  const appetizers = useContent('appetizers');
  const entrees = useContent('entrees');
  const sides = useContent('sides');
  const softDrinks = useContent('softDrinks');
  const alcohol = useContent('alcohol');
  const siteName = useContent('siteName')?.name;
  const pageRecord = headings?.['menu-main'];
  const hasDrinks = softDrinks?.names.length !== 0 || alcohol?.names.length !== 0;
  // Lists that are not loaded yet count as filled: `DishList` and `DrinkColumn` reserve space for them.
  const sections = [
    { id: 'menu-appetizers', content: appetizers?.length !== 0 && <DishList dishes={appetizers} /> },
    { id: 'menu-entrees', content: entrees?.length !== 0 && <DishList dishes={entrees} /> },
    { id: 'menu-sides', content: sides?.length !== 0 && <DishList dishes={sides} /> },
    {
      id: 'menu-drinks',
      content: hasDrinks && (
        <div className={styles.drinks}>
          <DrinkColumn id="menu-soft-drinks" drinks={softDrinks} />
          <DrinkColumn id="menu-alcohol" drinks={alcohol} />
        </div>
      ),
    },
  ] as const;
  const shownSections = sections.filter(({ content }) => content);
  return (
    <Page pageRecord={pageRecord} siteName={siteName}>
      <Heading level={1} text={getPageHeading(pageRecord, siteName)} />
      <SectionNav links={shownSections.map(({ id }) => ({ id, text: headings?.[id].subHeading }))} />
      {shownSections.map(({ id, content }) => (
        <MenuSection key={id} id={id} heading={headings?.[id].subHeading}>
          {content}
        </MenuSection>
      ))}
    </Page>
  );
}
