import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { TabNames } from '../content/content.ts';
import { pages } from '../content/pages.ts';
import styles from './Navigation.module.css';
import { TextLink } from './TextLink.tsx';

const LIST_ID = 'pages';

interface NavigationProps {
  tabs: TabNames | undefined;
  /** The path of the current route. */
  path: string;
}

/**
 * A button that opens and closes the list of the pages (the disclosure pattern of the ARIA Authoring Practices). The
 * list is a popover, so that it also works before hydration and without script.
 */
export function Navigation({ tabs, path }: NavigationProps) {
  // `undefined` before hydration: only the browser knows whether the list is open, and it exposes that state itself.
  const [isOpen, setIsOpen] = useState<boolean>();
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const isSupported = 'popover' in HTMLElement.prototype;
    setIsOpen(isSupported && (list.current?.matches(':popover-open') ?? false));
  }, []);

  const shownPages = pages.filter(({ tab }) => tabs?.[tab] !== '');

  const close = () => list.current?.hidePopover?.();

  const closeOnBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  };

  return (
    <nav className={styles.navigation} aria-label="Pages" onBlur={closeOnBlur}>
      <button
        className={styles.button}
        type="button"
        popoverTarget={LIST_ID}
        aria-expanded={isOpen}
        aria-controls={LIST_ID}
        aria-label="Pages"
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path className={styles.openIcon} d="M2 6h20M2 12h20M2 18h20" />
          <path className={styles.closeIcon} d="M4 4l16 16M20 4L4 20" />
        </svg>
      </button>
      <ul
        className={styles.list}
        id={LIST_ID}
        popover="auto"
        ref={list}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {shownPages.map((page) => (
          <li key={page.id}>
            <TextLink
              to={page.alias ?? page.path}
              aria-current={path === page.path || path === page.alias ? 'page' : undefined}
              onClick={close}
              text={tabs?.[page.tab]}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
