import type { Blocks, TabNames } from '../content/content.ts';
import { menuPage } from '../content/pages.ts';
import { getContactHref } from './contactHref.ts';
import styles from './QuickLinks.module.css';
import { TextLink } from './TextLink.tsx';

interface QuickLinksProps {
  tabs: TabNames | undefined;
  contact: Blocks<'contact'> | undefined;
}

/** Links to the menu, the phone number, directions and the opening hours, on every page. */
export function QuickLinks({ tabs, contact }: QuickLinksProps) {
  const phone = contact?.['contact-phone'];
  const address = contact?.['contact-address'];
  const hours = contact?.['contact-hours'];
  const links = [
    { record: phone, href: getContactHref('phone', phone?.description), text: phone?.description },
    {
      record: address,
      href: getContactHref('address', address?.description),
      text: address?.description.split('\n')[0],
    },
    { record: hours, href: hours?.description && '#hours', text: hours?.subHeading },
  ];
  return (
    <nav className={styles.links} aria-label="Quick links">
      <TextLink to={menuPage.path} text={tabs?.[menuPage.tab]} />
      {links.map(
        ({ record, href, text }) =>
          href && (
            <a key={href} href={href}>
              <span className={styles.label}>{record?.subHeading || text}</span>
              <span className={styles.text}>{text}</span>
            </a>
          ),
      )}
    </nav>
  );
}
