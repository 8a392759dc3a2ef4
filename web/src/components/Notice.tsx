import { Link } from 'react-router-dom';
import styles from './Notice.module.css';

interface NoticeProps {
  title: string;
  text: string;
}

/** A page of the site's own for what can't be shown, with the ways back. */
export function Notice({ title, text }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p className={styles.ways}>
        <Link to="/">Back to the front page</Link>
        <Link to="/menu">See the menu</Link>
      </p>
    </div>
  );
}
