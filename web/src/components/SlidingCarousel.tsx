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
  // Splide's own arrows drop the focus at the ends, its pagination makes tabs that own no panel, and its live region
  // says all pictures anew: `CarouselControls` and `Slides` are in their place.
  arrows: false,
  pagination: false,
  live: false,
};

export interface SlidingCarouselProps {
  label: string;
  /** The picture it begins with, counted from 0. */
  start: number;
  /**
   * Draws what moves them, given the picture that is shown and how to show another. It comes with the page: were it
   * imported here, the build would cut the application into more files.
   */
  controls: (shown: number, onShow: (index: number) => void) => ReactNode;
  children: ReactNode;
}

/** The pictures with their controls, sliding and dragged. */
export function SlidingCarousel({ label, start, controls, children }: SlidingCarouselProps) {
  const splide = useRef<Splide>(null);
  const [moved, setMoved] = useState(start);
  return (
    <Splide
      className={styles.carousel}
      hasTrack={false}
      options={{ ...options, start }}
      aria-label={label}
      ref={splide}
      onMove={(_, index) => setMoved(index)}
    >
      {children}
      {controls(moved, (index) => splide.current?.go(index))}
    </Splide>
  );
}
