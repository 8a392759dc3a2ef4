import { describeOpeningStatus } from '../../../cms/src/shared/hours/openingStatus.ts';
import type { ContactBlocks, PageTime, SiteLink, TabNames } from '../content/content.ts';
import { menuPage } from '../content/pages.ts';
import { getContactHref } from './contactHref.ts';
import { OpeningStatus } from './OpeningStatus.tsx';
import styles from './QuickLinks.module.css';
import { TextLink } from './TextLink.tsx';

interface QuickLinksProps extends PageTime {
  tabs: TabNames | undefined;
  contact: ContactBlocks | undefined;
  /** The link that is shown as a button. */
  button: SiteLink | undefined;
}

/**
 * The bar on every page: whether the restaurant is open now, and links to the menu, the phone number, directions and the
 * owner's first link. Where the hours aren't understood, a link to them replaces the line about now.
 */
export function QuickLinks({ tabs, contact, button, now, timeZone }: QuickLinksProps) {
  const phone = contact?.['contact-phone'];
  const address = contact?.['contact-address'];
  const hours = contact?.['contact-hours'];
  const status = hours?.schedule && describeOpeningStatus(hours.schedule, now, timeZone);
  const facts = [
    {
      kind: 'phone',
      record: phone,
      href: getContactHref('phone', phone?.description),
      text: phone?.description,
    },
    {
      kind: 'address',
      record: address,
      href: getContactHref('address', address?.description),
      text: address?.description.split('\n')[0],
    },
    {
      kind: 'hours',
      record: hours,
      href: status ? undefined : hours?.description && '#hours',
      text: hours?.subHeading,
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
    <nav className={styles.links} aria-label="Quick links" data-kinds={kinds.filter(Boolean).join(' ')}>
      {status && (
        <a className={styles.status} href="#hours">
          <OpeningStatus schedule={hours?.schedule} now={now} timeZone={timeZone} />
        </a>
      )}
      <TextLink className={styles.menu} to={menuPage.path} text={tabs?.[menuPage.tab]} />
      {facts.map(({ kind, record, href, text }) => (
        <a key={kind} className={styles[kind]} href={href}>
          <span className={styles.label}>{record?.subHeading || text}</span>
          <span className={styles.text}>{text}</span>
        </a>
      ))}
      {button && (
        <a className={styles.button} href={button.address}>
          {button.label}
        </a>
      )}
    </nav>
  );
}
