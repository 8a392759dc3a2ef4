import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Picture } from '../content/content.ts';
import styles from './Carousel.module.css';
import { CarouselControls } from './CarouselControls.tsx';
import { ImageList } from './ImageList.tsx';
import { Slides } from './Slides.tsx';
import type { SlidingCarouselProps } from './SlidingCarousel.tsx';

const SIZES = '(min-width: 64rem) 58vw, 92vw';

interface CarouselProps {
  /** The accessible name. */
  label: string | undefined;
  pictures: Picture[] | undefined;
}

/** A carousel with one picture at a time. Until its script is loaded, or without script, the visitor scrolls the pictures. */
export function Carousel({ label = '', pictures = [] }: CarouselProps) {
  const scroller = useRef<HTMLElement>(null);
  const [slider, setSlider] = useState<{ Carousel: ComponentType<SlidingCarouselProps>; start: number }>();
  const hasSeveralPictures = pictures.length > 1;

  useEffect(() => {
    if (!hasSeveralPictures) return;
    let isCancelled = false;
    import('./SlidingCarousel.tsx').then(
      ({ SlidingCarousel }) => {
        const { scrollLeft = 0, clientWidth = 1 } = scroller.current ?? {};
        if (!isCancelled)
          setSlider({ Carousel: SlidingCarousel, start: Math.round(scrollLeft / clientWidth) });
      },
      // Without the script the pictures stay scrollable.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [hasSeveralPictures]);

  if (!hasSeveralPictures) return <ImageList pictures={pictures} sizes={SIZES} priority />;
  const count = pictures.length;
  const slides = <Slides pictures={pictures} sizes={SIZES} />;
  const renderControls = (current: number, onSelect: (index: number) => void) => (
    // Revalidation may remove the last picture while it is shown.
    <CarouselControls count={count} current={Math.min(current, count - 1)} onSelect={onSelect} />
  );
  if (slider) {
    return (
      <slider.Carousel label={label} start={slider.start} renderControls={renderControls}>
        {slides}
      </slider.Carousel>
    );
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can only scroll an element that has the focus */}
      <section className={styles.scroller} aria-label={label} tabIndex={0} ref={scroller}>
        {slides}
      </section>
      <div className={styles.inactiveControls}>{renderControls(0, () => undefined)}</div>
    </div>
  );
}
