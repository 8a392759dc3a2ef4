import { Page } from '@strapi/strapi/admin';
import { createPortal } from 'react-dom';
import { createGlobalStyle, styled } from 'styled-components';
import type { MenuCard } from '../../menu/menuAnswers';
import { Button, Head, Screen } from '../components/styles';
import { useLive } from '../requests/useLive';
import { drawCode } from './drawCode';

const Content = styled(Screen)`
  padding: 2.4rem clamp(1.6rem, 4vw, 5.6rem);
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

/** A sheet that fits on Letter and A4, also in dark mode black on white. */
const Sheet = styled.section<{ $width: string }>`
  width: ${({ $width }) => $width};
  max-width: 100%;
  margin-block-start: 2.4rem;
  border: 1px dashed #000;
  background: #fff;
  color: #000;
  break-after: page;

  &:last-child {
    break-after: auto;
  }

  svg {
    display: block;
  }

  svg + svg {
    border-block-start: 1px dashed;
  }
`;

/** What guests see: the name, and the way to the menu as a code and in words. Each line is as large as it fits. */
function CardSide({ card: { name, url }, turn = 0 }: { card: MenuCard; turn?: number }) {
  const { path, size } = drawCode(url);
  const address = url.replace(/^https?:\/\//, '');
  const findSize = (text: string, largest: number) => Math.min(largest, 110 / text.length);
  return (
    <svg viewBox="0 0 100 90" textAnchor="middle" fill="currentColor" aria-hidden={turn !== 0}>
      <title>{`The code that opens ${url}`}</title>
      <g transform={`rotate(${turn} 50 45)`} fontFamily="Libre Franklin, Arial, sans-serif">
        <text
          x="50"
          y="14"
          fontSize={findSize(name, 10)}
          fontFamily="Besley, Georgia, serif"
          fontWeight="800"
        >
          {name}
        </text>
        <path d="M5 18h90M5 19.5h90" stroke="currentColor" strokeWidth="0.6" />
        <text x="50" y="27" fontSize="5">
          Our menu
        </text>
        <path d={path} transform={`translate(24 28) scale(${52 / size})`} shapeRendering="crispEdges" />
        <text x="50" y="84" fontSize={findSize(address, 5)}>
          {address}
        </text>
      </g>
    </svg>
  );
}

const CardSheets = ({ card }: { card: MenuCard }) => (
  <>
    <Sheet $width="5in" aria-label="Table tent">
      <CardSide card={card} turn={180} />
      <CardSide card={card} />
    </Sheet>
    <Sheet $width="7in" aria-label="Door sign">
      <CardSide card={card} />
    </Sheet>
  </>
);

/** Two sheets to print that lead guests to the menu: a tent for a table, and a sign for the door. */
export function TableCard() {
  const { answer: card, hasFailed } = useLive<MenuCard>('/menu/card');
  return (
    <Page.Main>
      <Page.Title>Table card</Page.Title>
      <Content>
        <Head>
          <h1>Table card</h1>
          {card?.isPublic && (
            <Button type="button" $isFilled onClick={() => window.print()}>
              Print
            </Button>
          )}
          <p>
            The first sheet is a tent for a table: cut it out, and fold it in the middle. The second is a sign
            for the door. The code leads to the menu on your site, so it is always the latest. Nobody is
            counted.
          </p>
        </Head>
        <div role="status">
          {!card && hasFailed && 'There is no connection to the site. This screen tries again on its own.'}
          {card?.isPublic === false &&
            `There is nothing to print yet: guests can’t reach ${card.url}, which works on this computer or in this network only. Ask whoever looks after the site to set its address (SITE_URL).`}
        </div>
        {card?.isPublic && <CardSheets card={card} />}
      </Content>
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
