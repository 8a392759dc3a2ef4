import type { Picture } from '../content/content.ts';
import styles from './Print.module.css';

interface PrintProps {
  picture: Picture;
  /** How wide the picture is shown, as the `sizes` attribute of an image says it. */
  sizes: string;
  /** The page's largest picture is fetched first, every other one when it comes near. */
  first?: boolean;
}

/** One picture of the media library, in the smallest rendition that is sharp on this screen. */
export function Print({ picture, sizes, first = false }: PrintProps) {
  return (
    <img
      className={styles.print}
      src={picture.src}
      srcSet={picture.renditions.map(({ src, width }) => `${src} ${width}w`).join(', ')}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={picture.alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
