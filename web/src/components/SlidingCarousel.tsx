import { type Options, Splide } from '@splidejs/react-splide';
import '@splidejs/splide/css/core';
import type { ReactNode } from 'react';
import styles from './Carousel.module.css';

/** The specification's constants: slide transition, one per page, 400 ms, no autoplay. */
export const options: Options = {
  type: 'slide',
  perPage: 1,
  speed: 400,
  flickPower: 600,
  drag: true,
  arrows: true,
  pagination: true,
  autoplay: false,
  interval: 5000,
};

export interface SlidingCarouselProps {
  label: string;
  /** The picture it begins with, counted from 0. */
  start: number;
  children: ReactNode;
}

/** The pictures with arrows, dots, dragging and keys. */
export function SlidingCarousel({ label, start, children }: SlidingCarouselProps) {
  return (
    <Splide className={styles.carousel} hasTrack={false} options={{ ...options, start }} aria-label={label}>
      {children}
    </Splide>
  );
}
