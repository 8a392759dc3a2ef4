import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { TabNames } from '../content/content.ts';
import styles from './Navigation.module.css';

const links = [
  { to: '/home', tab: 'tab-home' },
  { to: '/menu', tab: 'tab-menu' },
  { to: '/services', tab: 'tab-services' },
  { to: '/contact', tab: 'tab-contact' },
] as const;

const LIST_ID = 'pages';

interface NavigationProps {
  tabs: TabNames | undefined;
  path: string;
}

/**
 * A button that opens and closes the list of the four pages (the disclosure pattern of the ARIA practices). The list is
 * a popover, which browsers open and close by themselves: it works before and without its script.
 */
export function Navigation({ tabs, path }: NavigationProps) {
  // Until its script is here the browser alone knows whether the list is open, and says so by itself.
  const [open, setOpen] = useState<boolean>();
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const supported = 'popover' in HTMLElement.prototype;
    setOpen(supported && (list.current?.matches(':popover-open') ?? false));
  }, []);

  const close = () => list.current?.hidePopover?.();

  const closeOnLeaving = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  };

  const isCurrent = (to: string) => path === to || (path === '/' && to === '/home');

  return (
    <nav className={styles.navigation} aria-label="Pages" onBlur={closeOnLeaving}>
      <button
        className={styles.button}
        type="button"
        popoverTarget={LIST_ID}
        aria-expanded={open}
        aria-controls={LIST_ID}
        aria-label="Pages"
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path className={styles.bars} d="M2 6h20M2 12h20M2 18h20" />
          <path className={styles.cross} d="M5 5l14 14M19 5L5 19" />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are what keyboards press; their clicks arrive here too */}
      <ul
        className={styles.list}
        id={LIST_ID}
        popover="auto"
        ref={list}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onClick={close}
      >
        {links.map(({ to, tab }) => (
          <li key={to}>
            <Link to={to} aria-current={isCurrent(to) ? 'page' : undefined}>
              {tabs?.[tab]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
