import { useEffect, useRef, useState } from 'react';
import type { Picture } from '../content/content.ts';
import { importWithRetry } from '../importWithRetry.ts';
import styles from './Carousel.module.css';
import { CarouselControls } from './CarouselControls.tsx';
import { DishLink } from './DishLink.tsx';
import { ImageList } from './ImageList.tsx';
import { Slides } from './Slides.tsx';
import type { options, Slider } from './slider.ts';

const SIZES = '(min-width: 64rem) 58vw, 92vw';

interface LoadedSlider {
  Slider: typeof Slider;
  root: HTMLElement;
  options: typeof options;
}

interface CarouselProps {
  /** The accessible name. */
  label: string | undefined;
  pictures: Picture[] | undefined;
}

/** A carousel with one picture at a time. Until its script is loaded, or without script, the visitor scrolls the pictures. */
export function Carousel({ label = '', pictures = [] }: CarouselProps) {
  const root = useRef<HTMLElement>(null);
  const slider = useRef<Slider>(null);
  const [loaded, setLoaded] = useState<LoadedSlider>();
  const [current, setCurrent] = useState(0);
  const count = pictures.length;
  const hasSeveralPictures = count > 1;

  useEffect(() => {
    if (!hasSeveralPictures) return;
    let isCancelled = false;
    importWithRetry(() => import('./slider.ts')).then(
      ({ Slider, options }) => {
        if (isCancelled || !root.current) return;
        const track = root.current.querySelector('.splide__track');
        const start = track ? Math.round(track.scrollLeft / track.clientWidth) : 0;
        setCurrent(start);
        setLoaded({ Slider, root: root.current, options: { ...options, start } });
      },
      // Without the script the pictures stay scrollable.
      () => undefined,
    );
    return () => {
      isCancelled = true;
      setLoaded(undefined);
    };
  }, [hasSeveralPictures]);

  if (!hasSeveralPictures)
    return (
      <div className={styles.single}>
        <ImageList pictures={pictures} sizes={SIZES} priority />
        <DishLink name={pictures[0]?.caption} />
      </div>
    );
  const named = pictures.some(({ caption }) => caption) ? styles.named : '';
  return (
    <section className={`splide ${styles.carousel} ${named}`} aria-label={label} ref={root}>
      <Slides pictures={pictures} sizes={SIZES} scrollerLabel={loaded ? undefined : label} />
      <div className={`${styles.controls} ${loaded ? '' : styles.inactiveControls}`}>
        {/* Revalidation may remove the last picture while it is shown. */}
        <CarouselControls
          count={count}
          current={Math.min(current, count - 1)}
          onSelect={(index) => slider.current?.go(index)}
        />
      </div>
      {loaded && (
        <loaded.Slider
          root={loaded.root}
          options={loaded.options}
          onMove={(_, index) => setCurrent(index)}
          ref={slider}
        />
      )}
    </section>
  );
}
