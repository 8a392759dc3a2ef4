import { Fragment, useRef } from 'react';
import { AllergenFilter } from '../components/AllergenFilter.tsx';
import { getAllergenNote } from '../components/allergenChoice.ts';
import { DishList } from '../components/DishList.tsx';
import { DrinkColumn } from '../components/DrinkColumn.tsx';
import { Heading } from '../components/Heading.tsx';
import { MenuSection } from '../components/MenuSection.tsx';
import { getPageHeading, Page } from '../components/Page.tsx';
import { SectionNav } from '../components/SectionNav.tsx';
import { useAllergenChoice } from '../components/useAllergenChoice.ts';
import type { Dish } from '../content/content.ts';
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
  const contact = useContent('contact');
  const siteName = useContent('siteName')?.name;
  const filter = useRef<HTMLFieldSetElement>(null);
  const { chosen, choose, isOpenedWithChoice } = useAllergenChoice(filter);
  const pageRecord = headings?.['menu-main'];
  const hasDrinks = softDrinks?.names.length !== 0 || alcohol?.names.length !== 0;
  const dishes = [appetizers, entrees, sides].flatMap((list) => list ?? []);
  // Also without a statement while something is chosen: then the visitor has to ask about every dish.
  const hasFilter = chosen.length > 0 || dishes.some(({ statement }) => statement);
  const renderDishes = (list: Dish[] | undefined, rank?: 'main' | 'side') =>
    list?.length !== 0 && <DishList dishes={list} rank={rank} hasFilter={hasFilter} chosen={chosen} />;
  // Lists that are not loaded yet count as filled: `DishList` and `DrinkColumn` reserve space for them.
  const sections = [
    { id: 'menu-appetizers', content: renderDishes(appetizers) },
    { id: 'menu-entrees', content: renderDishes(entrees, 'main') },
    { id: 'menu-sides', content: renderDishes(sides, 'side') },
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
      {hasFilter && (
        <AllergenFilter
          ref={filter}
          dishes={dishes}
          chosen={chosen}
          onChoose={choose}
          note={getAllergenNote(headings)}
          hasDrinks={hasDrinks}
          phone={contact?.['contact-phone'].description ?? ''}
        />
      )}
      {/* New elements when the application hides dishes of a page that was opened with a choice: moved ones would count as a layout shift. */}
      <Fragment key={String(isOpenedWithChoice)}>
        {shownSections.map(({ id, content }) => (
          <MenuSection key={id} id={id} heading={headings?.[id].subHeading}>
            {content}
          </MenuSection>
        ))}
      </Fragment>
    </Page>
  );
}
