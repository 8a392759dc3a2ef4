import type { Picture, Rendition } from '../content/content.ts';
import { FOCAL_RULES, toStep } from './focalRules.ts';
import styles from './ResponsiveImage.module.css';

interface ResponsiveImageProps {
  picture: Picture;
  /** The value of the `sizes` attribute. `capDensityOnPhones` takes its last entry as the width on phones. */
  sizes: string;
  /** Whether this is the page's largest picture, which loads first; others load when they come near the viewport. */
  priority?: boolean;
}

/** Requests 60 % of the width on phones with very dense screens: the picture still looks sharp and loads in half the time. */
const capDensityOnPhones = (sizes: string) =>
  `(min-resolution: 2.5dppx) and (max-width: 28rem) calc(0.6 * ${sizes.split(', ').at(-1)}), ${sizes}`;

const createSrcSet = (renditions: Rendition[]) =>
  renditions.map(({ src, width }) => `${src} ${width}w`).join(', ');

/** A picture of the media library; the browser picks the smallest rendition that is sharp on its screen. */
export function ResponsiveImage({
  picture: { src, alt, width, height, renditions, avif, focalPoint, needsFrame },
  sizes,
  priority = false,
}: ResponsiveImageProps) {
  const cappedSizes = capDensityOnPhones(sizes);
  return (
    <picture className={needsFrame ? styles.frame : styles.picture}>
      {focalPoint && (
        <style href="focal-points" precedence="default">
          {FOCAL_RULES}
        </style>
      )}
      {avif.length > 0 && <source type="image/avif" srcSet={createSrcSet(avif)} sizes={cappedSizes} />}
      <img
        className={styles.image}
        src={src}
        srcSet={createSrcSet(renditions)}
        sizes={cappedSizes}
        width={width}
        height={height}
        alt={alt}
        data-focal-point={focalPoint && `${toStep(focalPoint.x)} ${toStep(focalPoint.y)}`}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'low'}
      />
    </picture>
  );
}
