import { Page } from '@strapi/strapi/admin';
import { createPortal } from 'react-dom';
import { createGlobalStyle, styled } from 'styled-components';
import type { MenuCard } from '../../menu/menuAnswers';
import { Button, Head, NARROW, Screen } from '../components/styles';
import { useLive } from '../requests/useLive';
import { drawCode } from './drawCode';

const Content = styled.div`
  display: grid;
  gap: 2.4rem;
  padding: 2.4rem 5.6rem;

  ${NARROW} {
    padding: 1.6rem;
  }
`;

/** On paper there is nothing but the sheets. */
const PrintStyles = createGlobalStyle`
  @page {
    margin: 0.4in;
  }

  @media print {
    html, body {
      background: #fff !important;
    }

    body > :not([data-sheets]) {
      display: none !important;
    }
  }

  @media screen {
    body > [data-sheets] {
      display: none;
    }
  }
`;

/** Two sheets that fit on Letter and A4; an em is a quarter of an inch of the paper. */
const Sheets = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 2.4rem;
  align-items: start;
  color: #000;
  font-size: min(1.2rem, 3.2vw);

  section {
    border: 1px solid;
    background: #fff;
  }

  @media print {
    display: block;
    font-size: 0.25in;

    section {
      break-inside: avoid;
      break-after: page;
    }

    section:last-child {
      break-after: auto;
    }
  }
`;

const Tent = styled.section`
  width: 20em;

  > * {
    height: 18em;
    padding: 0.6em 1em;
  }

  > :first-child {
    rotate: 180deg;
  }

  > :last-child {
    border-block-start: 1px dashed;
  }
`;

const DoorSign = styled.section`
  display: grid;
  width: 28em;
  height: 37em;
  padding: 1em;

  > * {
    padding: 0.8em;
    border: 0.1em solid;
    font-size: 1.6em;
  }
`;

const Side = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: 0.4em;
  box-sizing: border-box;
  min-height: 0;
  line-height: 1.2;
  text-align: center;
  overflow-wrap: anywhere;

  strong {
    align-self: stretch;
    padding-block-end: 0.3em;
    border-block-end: 0.15em double;
    font: 800 1.4em/1.1 "Besley", Georgia, serif;
    text-wrap: balance;
  }

  small {
    font-size: 0.85em;
  }

  svg {
    flex: 1 1 0;
    width: 100%;
    min-height: 6.5em;
  }
`;

/** The end of the address, which is not divided. */
const PATH = '/menu';

/** What guests see: the name, and the way to the menu as a code and in words. */
function CardSide({ card: { name, url, address }, isCopy }: { card: MenuCard; isCopy?: boolean }) {
  const { path, size } = drawCode(url);
  return (
    <Side aria-hidden={isCopy}>
      <strong>{name}</strong>
      <span>Our menu</span>
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img">
        <title>{`The code that opens ${url}`}</title>
        <path d={path} />
      </svg>
      <small>
        {address.slice(0, -PATH.length)}
        <wbr />
        {PATH}
      </small>
    </Side>
  );
}

const CardSheets = ({ card }: { card: MenuCard }) => (
  <Sheets>
    <Tent aria-label="Table tent">
      <CardSide card={card} isCopy />
      <CardSide card={card} />
    </Tent>
    <DoorSign aria-label="Door sign">
      <CardSide card={card} />
    </DoorSign>
  </Sheets>
);

/** The answer is valid until the window gets the focus. */
const neverAgain = () => undefined;

/** Two sheets to print that lead guests to the menu: a tent for a table, and a sign for the door. */
export function TableCard() {
  const { answer: card, hasFailed } = useLive<MenuCard>('/menu/card', neverAgain);
  return (
    <Page.Main>
      <Page.Title>Table card</Page.Title>
      <Screen>
        <Content>
          <Head>
            <h1>Table card</h1>
            {card?.isPublic && (
              <Button type="button" $isFilled onClick={() => window.print()}>
                Print
              </Button>
            )}
            <p>
              The first sheet is a tent for a table: cut it out, and fold it at the dashed line. The second is
              a sign for the door. The code leads to the menu on your site, which is always the latest, and
              counts nobody.
            </p>
          </Head>
          {!card && hasFailed && (
            <p role="alert">There is no connection to the site. This screen tries again on its own.</p>
          )}
          {card && !card.isPublic && (
            <p role="alert">
              There is nothing to print yet: guests can’t reach {card.address}, which is the address of the
              menu on this computer or in this network only. Ask whoever looks after the site to set its
              address (SITE_URL).
            </p>
          )}
          {card?.isPublic && <CardSheets card={card} />}
        </Content>
      </Screen>
      {card?.isPublic && (
        <>
          <PrintStyles />
          {createPortal(
            <div data-sheets aria-hidden>
              <CardSheets card={card} />
            </div>,
            document.body,
          )}
        </>
      )}
    </Page.Main>
  );
}
