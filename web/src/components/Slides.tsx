import type { Picture } from '../content/content.ts';
import { ResponsiveImage } from './ResponsiveImage.tsx';
import styles from './Slides.module.css';

interface SlidesProps {
  pictures: Picture[];
  /** The width of each picture, as in an image's `sizes` attribute. */
  sizes: string;
}

/** The carousel's track: div elements with Splide's class names, because Splide adds list roles to its own elements. */
export function Slides({ pictures, sizes }: SlidesProps) {
  return (
    <div className="splide__track" aria-live="polite" aria-atomic="false">
      <div className={`splide__list ${styles.list}`}>
        {pictures.map((picture, index) => (
          <div
            key={picture.src}
            className={`splide__slide ${styles.slide}`}
            role="group"
            aria-roledescription="slide"
            aria-label={picture.alt || `${index + 1} of ${pictures.length}`}
          >
            <ResponsiveImage picture={picture} sizes={sizes} priority={index === 0} />
          </div>
        ))}
      </div>
    </div>
  );
}
