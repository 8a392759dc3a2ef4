import { Layouts, Page } from '@strapi/strapi/admin';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { MenuSection as Section } from '../../menu/menuAnswers';
import { filledButton, lightButton } from '../components/styles';
import { AddItem } from './AddItem';
import { ItemList } from './ItemList';
import type { MenuClient } from './menuClient';
import { NARROW } from './menuStyles';
import { PublishBar } from './PublishBar';
import { useMenu, useMenuState } from './useMenu';

/** Not `Layouts.Root`, which clips its content, so that the bar at the bottom could not stay in view. */
const Screen = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100%;
`;

const Links = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;

  a {
    display: inline-flex;
    align-items: center;
    min-height: 4.4rem;
    padding: 0.8rem 1.6rem;
    font-size: 1.5rem;
    text-decoration: none;
  }
`;

const LightLink = styled(Link)`
  ${lightButton}
`;

const SiteLink = styled.a`
  ${filledButton}
`;

const Sections = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2.4rem;
  max-width: 120rem;
  /* Until the menu arrives, so that nothing jumps. */
  min-height: 100vh;
  align-content: start;
  padding-bottom: 2.4rem;
  font-size: 1.5rem;
`;

const SectionCard = styled.section`
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.neutral0};
  box-shadow: ${({ theme }) => theme.shadows.tableShadow};
  color: ${({ theme }) => theme.colors.neutral800};

  h2,
  h3 {
    padding: 1.6rem 1.6rem 1.2rem;
    font-size: 1.8rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  h3 {
    font-size: 1.6rem;
  }

  ${NARROW} {
    margin-inline: -0.8rem;
  }
`;

interface MenuSectionProps {
  client: MenuClient;
  section: Section;
  onDelete: () => void;
}

/** A section of the menu, with its lists. */
function MenuSection({ client, section: { heading, lists }, onDelete }: MenuSectionProps) {
  return (
    <SectionCard aria-label={heading}>
      <h2>{heading}</h2>
      {lists.map((list) => (
        <div key={list.type}>
          {list.heading && <h3>{list.heading}</h3>}
          <ItemList client={client} list={list} label={list.heading || heading} onDelete={onDelete} />
          <AddItem client={client} list={list} />
        </div>
      ))}
    </SectionCard>
  );
}

/** The whole menu on one screen: what is on it, its words and its order. */
export function MenuScreen() {
  const client = useMenu();
  const menu = useMenuState(client, (state) => state.menu);
  const problem = useMenuState(client, (state) => (state.menu ? '' : state.problem));
  const undoButton = useRef<HTMLButtonElement>(null);
  const focusUndo = () => undoButton.current?.focus();
  return (
    <Page.Main>
      <Page.Title>Menu</Page.Title>
      <Screen>
        <Layouts.Header
          title="Menu"
          subtitle="The switch, the order and Delete change the site at once. New words, new dishes, allergens and diet wait for “Publish the menu”."
          primaryAction={
            <Links>
              <LightLink to="/versions/menu">Earlier versions</LightLink>
              <SiteLink href="/site/menu" target="_blank" rel="noreferrer">
                See the menu
              </SiteLink>
            </Links>
          }
        />
        <Layouts.Content>
          <Sections>
            {problem && <p role="alert">{problem}</p>}
            {menu?.sections.map((section) => (
              <MenuSection key={section.id} client={client} section={section} onDelete={focusUndo} />
            ))}
          </Sections>
        </Layouts.Content>
        {menu && <PublishBar client={client} undoButton={undoButton} />}
      </Screen>
    </Page.Main>
  );
}
