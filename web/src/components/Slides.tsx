import type { Picture } from '../content/content.ts';
import { DishLink } from './DishLink.tsx';
import { ResponsiveImage } from './ResponsiveImage.tsx';
import styles from './Slides.module.css';

interface SlidesProps {
  pictures: Picture[];
  /** The width of each picture, as in an image's `sizes` attribute. */
  sizes: string;
  /** The accessible name of the track while the visitor scrolls it; `undefined` while Splide moves it. */
  scrollerLabel: string | undefined;
}

/** The carousel's track: div elements with Splide's class names, because Splide adds list roles to its own elements. */
export function Slides({ pictures, sizes, scrollerLabel }: SlidesProps) {
  return (
    <div
      className={`splide__track ${styles.track}`}
      aria-live="polite"
      aria-atomic="false"
      // Keyboard users can only scroll an element that has the focus.
      {...(scrollerLabel !== undefined && { tabIndex: 0, role: 'group', 'aria-label': scrollerLabel })}
    >
      <div className={`splide__list ${styles.list}`}>
        {pictures.map((picture, index) => {
          const label = picture.alt || `${index + 1} of ${pictures.length}`;
          return (
            <div
              // A new label needs a new element: Splide gives elements the label back that they had when it started.
              key={`${picture.src} ${label}`}
              className={`splide__slide ${styles.slide}`}
              role="group"
              aria-roledescription="slide"
              aria-label={label}
            >
              <div className={styles.picture}>
                <ResponsiveImage picture={picture} sizes={sizes} priority={index === 0} />
              </div>
              <DishLink name={picture.caption} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
