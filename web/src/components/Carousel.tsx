import { useEffect, useRef, useState } from 'react';
import type { Picture } from '../content/content.ts';
import { importWithRetry } from '../importWithRetry.ts';
import styles from './Carousel.module.css';
import { CarouselControls } from './CarouselControls.tsx';
import { ImageList } from './ImageList.tsx';
import { Slides } from './Slides.tsx';
import type { startSlider } from './slider.ts';

const SIZES = '(min-width: 64rem) 58vw, 92vw';

type Slider = ReturnType<typeof startSlider>;

interface CarouselProps {
  /** The accessible name. */
  label: string | undefined;
  pictures: Picture[] | undefined;
}

/** A carousel with one picture at a time. Until its script is loaded, or without script, the visitor scrolls the pictures. */
export function Carousel({ label = '', pictures = [] }: CarouselProps) {
  const root = useRef<HTMLElement>(null);
  const [slider, setSlider] = useState<Slider>();
  const [current, setCurrent] = useState(0);
  const count = pictures.length;
  const hasSeveralPictures = count > 1;

  useEffect(() => {
    if (!hasSeveralPictures) return;
    let started: Slider | undefined;
    let isCancelled = false;
    importWithRetry(() => import('./slider.ts')).then(
      ({ startSlider }) => {
        if (isCancelled || !root.current) return;
        started = startSlider(root.current, setCurrent);
        setSlider(started);
      },
      // Without the script the pictures stay scrollable.
      () => undefined,
    );
    return () => {
      isCancelled = true;
      started?.destroy();
      setSlider(undefined);
    };
  }, [hasSeveralPictures]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Splide reads the pictures from the document
  useEffect(() => void slider?.refresh(), [pictures]);

  if (!hasSeveralPictures) return <ImageList pictures={pictures} sizes={SIZES} priority />;
  return (
    <section className={`splide ${styles.carousel}`} aria-label={label} ref={root}>
      <Slides pictures={pictures} sizes={SIZES} scrollerLabel={slider ? undefined : label} />
      <div className={slider ? undefined : styles.inactiveControls}>
        {/* Revalidation may remove the last picture while it is shown. */}
        <CarouselControls
          count={count}
          current={Math.min(current, count - 1)}
          onSelect={(index) => slider?.go(index)}
        />
      </div>
    </section>
  );
}
