import { type Options, Splide } from '@splidejs/react-splide';
import '@splidejs/splide/css/core';
import { type ReactNode, useRef, useState } from 'react';
import styles from './Carousel.module.css';

/** The specification's constants: slide transition, one per page, 400 ms, no autoplay. */
export const options: Options = {
  type: 'slide',
  perPage: 1,
  speed: 400,
  flickPower: 600,
  drag: true,
  autoplay: false,
  interval: 5000,
  // `CarouselControls` and `Slides` replace these parts of Splide: its arrows lose the focus at the ends, its pagination
  // has tabs without panels, and its live region announces all pictures at every change.
  arrows: false,
  pagination: false,
  live: false,
};

export interface SlidingCarouselProps {
  label: string;
  /** Index of the first picture that is shown. */
  start: number;
  /** A prop, because with an import of the controls here the build splits the application into more files. */
  renderControls: (current: number, onSelect: (index: number) => void) => ReactNode;
  children: ReactNode;
}

/** The carousel with Splide: the pictures slide, and the visitor can drag them. */
export function SlidingCarousel({ label, start, renderControls, children }: SlidingCarouselProps) {
  const splide = useRef<Splide>(null);
  const [current, setCurrent] = useState(start);
  return (
    <Splide
      className={styles.carousel}
      hasTrack={false}
      options={{ ...options, start }}
      aria-label={label}
      ref={splide}
      onMove={(_, index) => setCurrent(index)}
    >
      {children}
      {renderControls(current, (index) => splide.current?.go(index))}
    </Splide>
  );
}
