import { type Options, Splide } from '@splidejs/react-splide';
import '@splidejs/splide/css/core';
import { type ReactNode, useRef, useState } from 'react';
import styles from './Carousel.module.css';
import { CarouselControls } from './CarouselControls.tsx';

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
  count: number;
  /** The picture it begins with, counted from 0. */
  start: number;
  children: ReactNode;
}

/** The pictures with their controls, sliding and dragged. */
export function SlidingCarousel({ label, count, start, children }: SlidingCarouselProps) {
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
      <CarouselControls
        count={count}
        // The owner may have taken the last picture away while it was shown.
        shown={Math.min(moved, count - 1)}
        onShow={(index) => splide.current?.go(index)}
      />
    </Splide>
  );
}
