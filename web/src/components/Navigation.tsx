import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { TabNames } from '../content/content.ts';
import styles from './Navigation.module.css';

const links = [
  { to: '/home', tab: 'tab-home' },
  { to: '/menu', tab: 'tab-menu' },
  { to: '/services', tab: 'tab-services' },
  { to: '/contact', tab: 'tab-contact' },
] as const;

interface NavigationProps {
  tabs: TabNames | undefined;
  path: string;
}

/** A button that opens and closes the list of the four pages (the disclosure pattern of the ARIA practices). */
export function Navigation({ tabs, path }: NavigationProps) {
  const [open, setOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!open) return;
    const closeFromOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !nav.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeFromOutside);
    return () => document.removeEventListener('pointerdown', closeFromOutside);
  }, [open]);

  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };

  const closeOnLeaving = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  };

  const isCurrent = (to: string) => path === to || (path === '/' && to === '/home');

  return (
    <nav
      className={styles.navigation}
      aria-label="Pages"
      ref={nav}
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeaving}
    >
      <button
        className={styles.button}
        type="button"
        ref={button}
        aria-expanded={open}
        aria-controls={listId}
        aria-label="Pages"
        onClick={() => setOpen(!open)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={open ? 'M5 5l14 14M19 5L5 19' : 'M2 6h20M2 12h20M2 18h20'} />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are what keyboards press; their clicks arrive here too */}
      <ul className={styles.list} id={listId} hidden={!open} onClick={() => setOpen(false)}>
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
