import type { Picture, Rendition } from '../content/content.ts';
import styles from './ResponsiveImage.module.css';

interface ResponsiveImageProps {
  picture: Picture;
  /** How wide the picture is shown, as the `sizes` attribute of an image says it; its last width is a phone's. */
  sizes: string;
  /** The page's largest picture is fetched first, every other one when it comes near. */
  first?: boolean;
}

/** On the densest screens of phones a print is sharp with fewer dots than there are, which come in half the time. */
const capDensityOnPhones = (sizes: string) =>
  `(min-resolution: 2.5dppx) and (max-width: 28rem) calc(0.6 * ${sizes.split(', ').at(-1)}), ${sizes}`;

const srcSet = (renditions: Rendition[]) => renditions.map(({ src, width }) => `${src} ${width}w`).join(', ');

/** One picture of the media library, in the smallest rendition that is sharp on this screen. */
export function ResponsiveImage({
  picture: { src, alt, width, height, renditions, avif },
  sizes,
  first = false,
}: ResponsiveImageProps) {
  const shownSizes = capDensityOnPhones(sizes);
  return (
    <picture className={styles.picture}>
      {avif.length > 0 && <source type="image/avif" srcSet={srcSet(avif)} sizes={shownSizes} />}
      <img
        className={styles.print}
        src={src}
        srcSet={srcSet(renditions)}
        sizes={shownSizes}
        width={width}
        height={height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'low'}
      />
    </picture>
  );
}
