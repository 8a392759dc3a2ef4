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

interface SlidingCarouselProps {
  label: string;
  children: ReactNode;
}

// The default export is what React.lazy asks for.
export default function SlidingCarousel({ label, children }: SlidingCarouselProps) {
  return (
    <Splide className={styles.carousel} hasTrack={false} options={options} aria-label={label}>
      {children}
    </Splide>
  );
}
