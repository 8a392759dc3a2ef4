import { Link } from 'react-router-dom';
import plate from '../art/empty-plate.svg';
import type { Blocks, TabNames } from '../content/content.ts';
import { ContactLink } from './ContactLink.tsx';
import styles from './ErrorNotice.module.css';

interface ErrorNoticeProps {
  title: string;
  text: string;
  tabs: TabNames | undefined;
  contact: Blocks<'contact'> | undefined;
}

/** A page of the site's own for what can't be shown: the ways back, and the phone. */
export function ErrorNotice({ title, text, tabs, contact }: ErrorNoticeProps) {
  return (
    <div className={styles.notice}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={styles.ways}>
          <Link to="/">{tabs?.['tab-home']}</Link>
          <Link to="/menu">{tabs?.['tab-menu']}</Link>
          <ContactLink kind="phone" text={contact?.['contact-phone'].description} />
        </div>
      </div>
      <img className={styles.plate} src={plate} width={1000} height={625} alt="" />
    </div>
  );
}
