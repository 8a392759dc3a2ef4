import emptyPlate from '../art/empty-plate.svg';
import type { Blocks, TabNames } from '../content/content.ts';
import { homePage, menuPage } from '../content/pages.ts';
import { ContactLink } from './ContactLink.tsx';
import styles from './ErrorNotice.module.css';
import { TextLink } from './TextLink.tsx';

interface ErrorNoticeProps {
  title: string;
  text: string;
  tabs: TabNames | undefined;
  contact: Blocks<'contact'> | undefined;
}

/** The content of an error page: a message, links to Home and Menu, and the phone number. */
export function ErrorNotice({ title, text, tabs, contact }: ErrorNoticeProps) {
  return (
    <div className={styles.errorNotice}>
      <div className={styles.text}>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={styles.links}>
          <TextLink to={homePage.path} text={tabs?.[homePage.tab]} />
          <TextLink to={menuPage.path} text={tabs?.[menuPage.tab]} />
          <ContactLink kind="phone" text={contact?.['contact-phone'].description} />
        </div>
      </div>
      <img className={styles.picture} src={emptyPlate} width={1000} height={625} alt="" />
    </div>
  );
}
