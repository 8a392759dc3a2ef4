import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Picture } from '../content/content.ts';
import styles from './Carousel.module.css';
import { CarouselControls } from './CarouselControls.tsx';
import { ImageList } from './ImageList.tsx';
import { Slides } from './Slides.tsx';
import type { SlidingCarouselProps } from './SlidingCarousel.tsx';

const SIZES = '(min-width: 64rem) 58vw, 92vw';

interface CarouselProps {
  /** Names the carousel to people who can't see it. */
  label: string | undefined;
  pictures: Picture[] | undefined;
}

/** The pictures side by side, one at a time. Before its script is here, or without it, they are scrolled by hand. */
export function Carousel({ label = '', pictures = [] }: CarouselProps) {
  const still = useRef<HTMLElement>(null);
  const [sliding, setSliding] = useState<{ Carousel: ComponentType<SlidingCarouselProps>; start: number }>();
  const many = pictures.length > 1;

  useEffect(() => {
    if (!many) return;
    let left = false;
    import('./SlidingCarousel.tsx').then(
      ({ SlidingCarousel }) => {
        const { scrollLeft = 0, clientWidth = 1 } = still.current ?? {};
        if (!left) setSliding({ Carousel: SlidingCarousel, start: Math.round(scrollLeft / clientWidth) });
      },
      // A script that does not come leaves the pictures as they are.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [many]);

  if (!many) return <ImageList pictures={pictures} sizes={SIZES} first />;
  const count = pictures.length;
  const slides = <Slides pictures={pictures} sizes={SIZES} />;
  const controls = (shown: number, onShow: (index: number) => void) => (
    // The owner may have taken the last picture away while it was shown.
    <CarouselControls count={count} shown={Math.min(shown, count - 1)} onShow={onShow} />
  );
  if (sliding) {
    return (
      <sliding.Carousel label={label} start={sliding.start} controls={controls}>
        {slides}
      </sliding.Carousel>
    );
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has the focus */}
      <section className={styles.still} aria-label={label} tabIndex={0} ref={still}>
        {slides}
      </section>
      <div className={styles.waiting}>{controls(0, () => undefined)}</div>
    </div>
  );
}
