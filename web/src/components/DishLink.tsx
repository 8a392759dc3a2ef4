import { menuPage } from '../content/pages.ts';
import styles from './DishLink.module.css';
import { createDishAnchor } from './dishAnchor.ts';
import { TextLink } from './TextLink.tsx';

interface DishLinkProps {
  /** The name of the dish as the menu has it; nothing when there is none. */
  name: string | undefined;
}

/** The name of the dish in a picture, which leads to the dish on the menu, or to the top of the menu that lacks it. */
export const DishLink = ({ name = '' }: DishLinkProps) => (
  <TextLink className={styles.name} to={`${menuPage.path}#${createDishAnchor(name)}`} text={name} />
);
