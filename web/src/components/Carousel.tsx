import { lazy, type ReactNode, Suspense } from 'react';
import type { Picture } from '../content/content.ts';
import styles from './Carousel.module.css';
import { Slides } from './Slides.tsx';

// A script that does not come (a lost connection, a newer build) leaves the pictures as they are: they can be scrolled.
const SlidingCarousel = lazy(() => import('./SlidingCarousel.tsx').catch(() => ({ default: StillCarousel })));

function StillCarousel({ children }: { children: ReactNode }) {
  return <div className={styles.still}>{children}</div>;
}

interface CarouselProps {
  /** Names the carousel to people who can't see it. */
  label: string | undefined;
  pictures: Picture[] | undefined;
}

/** The pictures side by side, one at a time. Until its script is here they can be scrolled. */
export function Carousel({ label = '', pictures = [] }: CarouselProps) {
  if (pictures.length === 0) return null;
  const slides = <Slides pictures={pictures} />;
  if (pictures.length === 1) return slides;
  return (
    <Suspense fallback={<StillCarousel>{slides}</StillCarousel>}>
      <SlidingCarousel label={label}>{slides}</SlidingCarousel>
    </Suspense>
  );
}
