import type { ReactNode } from 'react';
import { listUpcomingDays } from '../../../cms/src/shared/hours/openingStatus.ts';
import type { Block, Blocks, PageTime, SiteName, TabNames } from '../content/content.ts';
import { pages } from '../content/pages.ts';
import { ContactLink } from './ContactLink.tsx';
import styles from './Footer.module.css';
import { Hours } from './Hours.tsx';
import { TextLink } from './TextLink.tsx';

interface FooterProps extends PageTime {
  siteName: SiteName | undefined;
  tabs: TabNames | undefined;
  /** `undefined` also on the page that has the contact details itself. */
  contact: Blocks<'contact'> | undefined;
}

interface ContactDetailProps {
  record: Block | undefined;
  id?: 'hours';
  isShown?: boolean;
  children: ReactNode;
}

/** A contact record's heading and text; nothing when its text is empty, unless it has more to show. */
function ContactDetail({ record, id, isShown = Boolean(record?.description), children }: ContactDetailProps) {
  if (!isShown) return null;
  return (
    <section id={id} className={`${styles.detail} ${id ? styles.hours : ''}`}>
      {record?.subHeading && <h2>{record.subHeading}</h2>}
      {children}
    </section>
  );
}

/** The footer: address, phone, e-mail, opening hours, links to all pages and to other sites. */
export function Footer({ siteName, tabs, contact, now, timeZone }: FooterProps) {
  const { name, links = [] } = siteName ?? {};
  const phone = contact?.['contact-phone'];
  const email = contact?.['contact-email'];
  const address = contact?.['contact-address'];
  const hours = contact?.['contact-hours'];
  const hasHours =
    Boolean(hours?.description) ||
    (hours?.schedule !== undefined && listUpcomingDays(hours.schedule, now, timeZone).length > 0);
  return (
    <footer className={styles.footer}>
      <svg className={styles.waves} aria-hidden="true">
        <pattern id="waves" width="132" height="28" patternUnits="userSpaceOnUse">
          <path d="M0 9 17 5 41 8 63 3 88 7 111 4 132 9V29H0Z" />
          <path
            className={styles.highlight}
            d="M8 15q16-5 35 0q-19 2-35 0M60 12q13-4 27 0q-14 2-27 0M95 18q14-4 33-1q-17 3-33 1M40 23q15-4 31 0q-16 2-31 0"
          />
        </pattern>
        <rect width="100%" height="28" fill="url(#waves)" />
      </svg>
      <div className={styles.content}>
        <p className={styles.name}>{name}</p>
        <ContactDetail record={address}>
          <ContactLink kind="address" text={address?.description} />
        </ContactDetail>
        <ContactDetail record={phone}>
          <ContactLink kind="phone" text={phone?.description} />
        </ContactDetail>
        <ContactDetail record={email}>
          <ContactLink kind="email" text={email?.description} />
        </ContactDetail>
        <ContactDetail record={hours} id="hours" isShown={hasHours}>
          <Hours table={hours?.hoursTable} schedule={hours?.schedule} now={now} timeZone={timeZone} />
        </ContactDetail>
        <nav className={styles.pages} aria-label="Footer">
          {pages.map(({ id, path, tab }) => (
            <TextLink key={id} to={path} text={tabs?.[tab]} />
          ))}
        </nav>
        {links.length > 0 && (
          <nav className={styles.links} aria-label="Other sites">
            {/* Without a target: the visitor decides whether to open a tab. */}
            {links.map(({ label, address }) => (
              <a key={`${label} ${address}`} href={address}>
                {label}
              </a>
            ))}
          </nav>
        )}
      </div>
    </footer>
  );
}
