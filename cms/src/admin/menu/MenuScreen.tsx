import { Page } from '@strapi/strapi/admin';
import { useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { MenuAnswer, MenuSection as Section } from '../../menu/menuAnswers';
import { isDishType } from '../../shared/content/menuTypes';
import { Button, ButtonLink, field, Head, NARROW, Screen } from '../components/styles';
import { ItemList } from './ItemList';
import { matchesSearch } from './menuContent';
import { MenuContext, type OpenItem, useMenuContext } from './menuContext';
import { SmallButton } from './menuStyles';
import { toOpenerId } from './NewItem';
import { PublishBar } from './PublishBar';
import { useMenu } from './useMenu';

const Content = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1.6rem;
  align-content: start;
  width: 100%;
  max-width: 108rem;
  /* Until the menu arrives, so that nothing jumps. */
  min-height: 100vh;
  padding: 2.4rem 5.6rem;

  ${NARROW} {
    padding: 1.6rem 0.8rem;
  }
`;

/** Stays in view: what finds a dish, and the parts to jump to. */
const Finder = styled.search`
  position: sticky;
  z-index: 2;
  top: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.8rem;
  padding-block: 0.8rem;
  background: ${({ theme }) => theme.colors.neutral100};

  input {
    flex: 1 1 20rem;
    min-width: 0;
    ${field}
  }

  nav {
    display: flex;
    gap: 0.4rem;
    max-width: 100%;
    overflow-x: auto;
  }

  nav button {
    flex: none;
  }
`;

const SectionCard = styled.section`
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.neutral0};
  box-shadow: ${({ theme }) => theme.shadows.tableShadow};
  scroll-margin-block-start: 12rem;

  &[hidden] {
    display: none;
  }

  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.8rem;
    padding: 1.2rem;
  }

  h2,
  h3 {
    font-size: 1.8rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;

interface MenuSectionProps {
  section: Section;
  search: string;
  openItem: OpenItem;
}

const hasFound = ({ lists }: Section, search: string) =>
  lists.some(({ items }) => items.some(({ name }) => matchesSearch(name, search)));

/** A section of the menu, with its lists. */
function MenuSection({ section, search, openItem }: MenuSectionProps) {
  const { client } = useMenuContext();
  const { id, heading, lists } = section;
  return (
    <SectionCard
      id={id}
      tabIndex={-1}
      aria-label={heading}
      hidden={!hasFound(section, search) && search !== ''}
    >
      {lists.map((list, index) => (
        <div key={list.type}>
          <header>
            <div>
              {index === 0 && <h2>{heading}</h2>}
              {list.heading && <h3>{list.heading}</h3>}
            </div>
            <SmallButton
              type="button"
              id={toOpenerId(list.type)}
              onClick={() => client.add(list.type, list.items.at(-1)?.id ?? null)}
            >
              {isDishType(list.type) ? 'Add a dish' : 'Add a drink'}
            </SmallButton>
          </header>
          <ItemList list={list} label={list.heading || heading} search={search} openItem={openItem} />
        </div>
      ))}
    </SectionCard>
  );
}

/** Tells how many items a search has found. */
function describeFound({ sections }: MenuAnswer, search: string): string {
  const items = sections.flatMap(({ lists }) => lists.flatMap((list) => list.items));
  const count = items.filter(({ name }) => matchesSearch(name, search)).length;
  return count === 0 ? `Nothing on the menu is called “${search}”.` : `${count} of ${items.length} found.`;
}

/** Scrolls to a part of the menu, and moves the focus there. */
function jumpTo(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
}

/** The whole menu on one screen: what is on it, its words and its order. */
export function MenuScreen() {
  const { client, menu, problem } = useMenu();
  const [search, setSearch] = useState('');
  const [openItem, open] = useState<OpenItem>({});
  const undoButton = useRef<HTMLButtonElement>(null);
  const context = useMemo(() => ({ client, open, focusUndo: () => undoButton.current?.focus() }), [client]);
  return (
    <Page.Main>
      <Page.Title>Menu</Page.Title>
      <MenuContext.Provider value={context}>
        <Screen>
          <Content>
            <Head>
              <h1>Menu</h1>
              <ButtonLink to="/versions/menu">Earlier versions</ButtonLink>
              <Button as="a" href="/site/menu" target="_blank" rel="noreferrer">
                See the menu
              </Button>
              <p>Switches and the order change the site at once. The rest waits for “Publish the menu”.</p>
            </Head>
            {problem && <p role="alert">{problem}</p>}
            {menu && (
              <Finder>
                <input
                  type="search"
                  aria-label="Find on the menu"
                  placeholder="Find a dish or drink"
                  value={search}
                  onChange={({ target }) => setSearch(target.value)}
                />
                {search === '' && (
                  <nav aria-label="Parts of the menu">
                    {menu.sections.map(({ id, heading }) => (
                      <SmallButton key={id} type="button" onClick={() => jumpTo(id)}>
                        {heading}
                      </SmallButton>
                    ))}
                  </nav>
                )}
                <p role="status">{search !== '' && describeFound(menu, search)}</p>
              </Finder>
            )}
            {menu?.sections.map((section) => (
              <MenuSection key={section.id} section={section} search={search} openItem={openItem} />
            ))}
          </Content>
          {menu && <PublishBar menu={menu} undoButton={undoButton} />}
        </Screen>
      </MenuContext.Provider>
    </Page.Main>
  );
}
