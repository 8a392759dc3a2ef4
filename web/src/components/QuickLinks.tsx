import { Fragment } from 'react';
import {
  describeBriefly,
  type OpeningStatus as Status,
} from '../../../cms/src/shared/hours/openingStatus.ts';
import type { Blocks, PageTime, SiteName, TabNames } from '../content/content.ts';
import { menuPage } from '../content/pages.ts';
import { getContactHref } from './contactHref.ts';
import { OpeningStatus } from './OpeningStatus.tsx';
import styles from './QuickLinks.module.css';
import { TextLink } from './TextLink.tsx';

interface QuickLinksProps extends PageTime {
  siteName: SiteName | undefined;
  tabs: TabNames | undefined;
  contact: Blocks<'contact'> | undefined;
  /** Whether the restaurant is open; `undefined` when its hours aren't understood. */
  status: Status | undefined;
  /** Whether the page itself has the contact details. */
  isContactPage: boolean;
}

/**
 * How many letters of the header's texts fit into one line beside the longest line about now: without a fact and with the phone number
 * from 1024 px on, with the address from 1408 px on.
 */
const MAX_LETTERS = { status: 40, phone: 45, address: 62 };
/** A longer name is smaller, in two lines. */
export const MAX_NAME_LETTERS = 20;

/**
 * The bar on every page: whether the restaurant is open now, and links to the menu, the phone number, directions and the
 * owner's first link. Where the hours aren't understood, a link to them replaces the line about now. In the header, which is
 * one line, a fact that would not fit is left out.
 */
export function QuickLinks({
  siteName,
  tabs,
  contact,
  status,
  isContactPage,
  now,
  timeZone,
}: QuickLinksProps) {
  const phone = contact?.['contact-phone'];
  const address = contact?.['contact-address'];
  const hours = contact?.['contact-hours'];
  const button = siteName?.links[0];
  const hoursHref = isContactPage ? '#contact-hours' : '#hours';
  const number = phone?.description ?? '';
  const street = address?.description.split('\n')[0] ?? '';
  const name = siteName?.name.slice(0, MAX_NAME_LETTERS);
  const count = (...texts: (string | undefined)[]) => texts.join('').length;
  // The name's letters are twice as wide, and the button has margins.
  const letters = count(name, name, tabs?.[menuPage.tab], button && `${button.label}    `);
  const facts = [
    {
      kind: 'phone',
      record: phone,
      href: getContactHref('phone', number),
      text: number,
      isShort: letters + count(number) > MAX_LETTERS.phone,
    },
    {
      kind: 'address',
      record: address,
      href: getContactHref('address', address?.description),
      text: street,
      isShort: letters + count(number, street) > MAX_LETTERS.address,
    },
    {
      kind: 'hours',
      record: hours,
      href: status ? undefined : hours?.description && hoursHref,
      text: hours?.subHeading,
      isShort: false,
    },
  ].filter(({ href }) => href);
  // Until the content is loaded, the columns are those that most sites need, so that nothing shifts then.
  const kinds = [
    (status || !contact) && 'status',
    tabs?.[menuPage.tab] !== '' && 'menu',
    ...(contact ? facts.map(({ kind }) => kind) : ['phone', 'address']),
    button && 'button',
  ];
  return (
    // The start tag names all links, so that the columns don't shift while the rest of the document is still loading.
    <nav
      className={`${styles.links} ${isContactPage ? styles.withoutFacts : ''}`}
      aria-label="Quick links"
      data-kinds={kinds.filter(Boolean).join(' ')}
    >
      {/* New elements for each line: links that move beside one of another length would count as a layout shift. */}
      <Fragment key={status && describeBriefly(status)}>
        {status && (
          <a className={styles.status} href={hoursHref}>
            <OpeningStatus
              status={status}
              isShort={letters > MAX_LETTERS.status}
              now={now}
              timeZone={timeZone}
            />
          </a>
        )}
        <TextLink className={styles.menu} to={menuPage.path} text={tabs?.[menuPage.tab]} />
        {facts.map(({ kind, record, href, text, isShort }) => (
          <a
            key={kind}
            className={[styles[kind], isShort && styles.short].filter(Boolean).join(' ')}
            href={href}
          >
            <span className={styles.label}>{record?.subHeading || text}</span>
            <span className={styles.text}>{text}</span>
          </a>
        ))}
        {button && (
          <a className={styles.button} href={button.address}>
            {button.label}
          </a>
        )}
      </Fragment>
    </nav>
  );
}
