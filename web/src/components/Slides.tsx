import type { Picture } from '../content/content.ts';
import { ResponsiveImage } from './ResponsiveImage.tsx';
import styles from './Slides.module.css';

interface SlidesProps {
  pictures: Picture[];
  /** How wide each is shown, as the `sizes` attribute of an image says it. */
  sizes: string;
}

/** The carousel's track: plain boxes under the class names that Splide looks for, so that it adds no list roles to them. */
export function Slides({ pictures, sizes }: SlidesProps) {
  return (
    <div className="splide__track" aria-live="polite" aria-atomic="false">
      <div className={`splide__list ${styles.list}`}>
        {pictures.map((picture, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form
          <div
            key={picture.src}
            className={`splide__slide ${styles.slide}`}
            role="group"
            aria-roledescription="slide"
            aria-label={picture.alt || `${index + 1} of ${pictures.length}`}
          >
            <ResponsiveImage picture={picture} sizes={sizes} first={index === 0} />
          </div>
        ))}
      </div>
    </div>
  );
}
