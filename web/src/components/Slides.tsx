import type { Picture } from '../content/content.ts';
import { Print } from './Print.tsx';
import styles from './Slides.module.css';

interface SlidesProps {
  pictures: Picture[];
}

/** The carousel's track: plain boxes under the class names that Splide looks for, so that it adds no list roles to them. */
export function Slides({ pictures }: SlidesProps) {
  return (
    <div className={`splide__track ${styles.track}`}>
      <div className={`splide__list ${styles.list}`}>
        {pictures.map((picture, index) => (
          <div key={picture.src} className={`splide__slide ${styles.slide}`}>
            <Print picture={picture} sizes="(min-width: 64rem) 58vw, 92vw" first={index === 0} />
          </div>
        ))}
      </div>
    </div>
  );
}
