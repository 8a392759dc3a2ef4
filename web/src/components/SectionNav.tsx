import { useEffect, useRef, useState } from 'react';
import styles from './SectionNav.module.css';

interface SectionNavProps {
  /** The page's sections: the id and the heading of each. */
  links: { id: string; text: string | undefined }[];
}

/** Where a section begins that a link has led to, in px from the top of the viewport. */
const TOP = 64;

/** Finds the section that a visitor reads. */
function findCurrentSection(ids: string[]): string | undefined {
  const { scrollHeight, clientHeight } = document.documentElement;
  // Moves from the top of the viewport to its end while the page scrolls: the last section may be too short to reach the top.
  const line = TOP + (window.scrollY / Math.max(1, scrollHeight - clientHeight)) * (clientHeight - TOP);
  const hasBegun = (id: string) => (document.getElementById(id)?.getBoundingClientRect().top ?? line) < line;
  return ids.filter(hasBegun).at(-1);
}

/** Links to the sections of a long page; sticky while the page scrolls, and the section in view is marked. */
export function SectionNav({ links }: SectionNavProps) {
  const nav = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState<string>();
  const linksWithText = links.filter(({ text }) => text);
  const ids = linksWithText.map(({ id }) => id).join(' ');

  useEffect(() => {
    const update = () => setCurrent(findCurrentSection(ids.split(' ')));
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [ids]);

  // In a row that is wider than the viewport, the marked link is in view.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (link && nav.current) nav.current.scrollLeft = link.offsetLeft - link.offsetWidth;
  }, [current]);

  if (linksWithText.length < 2) return null;
  return (
    <nav className={styles.sectionNav} aria-label="On this page" ref={nav}>
      {linksWithText.map(({ id, text }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
