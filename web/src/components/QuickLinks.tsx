import { Link } from 'react-router-dom';
import type { Blocks, TabNames } from '../content/content.ts';
import { contactHref } from './contactHref.ts';
import styles from './QuickLinks.module.css';

interface QuickLinksProps {
  tabs: TabNames | undefined;
  contact: Blocks<'contact'> | undefined;
}

/** What visitors come for, at hand on every page: the menu, the phone, the way here, the hours. */
export function QuickLinks({ tabs, contact }: QuickLinksProps) {
  const phone = contact?.['contact-phone'];
  const address = contact?.['contact-address'];
  const hours = contact?.['contact-hours'];
  const links = [
    { record: phone, href: contactHref('phone', phone?.description), fact: phone?.description },
    {
      record: address,
      href: contactHref('address', address?.description),
      fact: address?.description.split('\n')[0],
    },
    { record: hours, href: hours?.description && '#hours', fact: hours?.subHeading },
  ];
  return (
    <nav className={styles.links} aria-label="Quick links">
      <Link to="/menu">{tabs?.['tab-menu']}</Link>
      {links.map(
        ({ record, href, fact }) =>
          href && (
            <a key={href} href={href}>
              <span className={styles.short}>{record?.subHeading || fact}</span>
              <span className={styles.fact}>{fact}</span>
            </a>
          ),
      )}
    </nav>
  );
}
