import type { Picture, Rendition } from '../content/content.ts';
import styles from './Print.module.css';

interface PrintProps {
  picture: Picture;
  /** How wide the picture is shown, as the `sizes` attribute of an image says it. */
  sizes: string;
  /** The page's largest picture is fetched first, every other one when it comes near. */
  first?: boolean;
}

const srcSet = (renditions: Rendition[]) => renditions.map(({ src, width }) => `${src} ${width}w`).join(', ');

/** One picture of the media library, in the smallest rendition that is sharp on this screen. */
export function Print({
  picture: { src, alt, width, height, renditions, avif },
  sizes,
  first = false,
}: PrintProps) {
  return (
    <picture className={styles.picture}>
      {avif.length > 0 && <source type="image/avif" srcSet={srcSet(avif)} sizes={sizes} />}
      <img
        className={styles.print}
        src={src}
        srcSet={srcSet(renditions)}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'low'}
      />
    </picture>
  );
}
