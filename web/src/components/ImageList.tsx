import type { Picture } from '../content/content.ts';
import { ResponsiveImage } from './ResponsiveImage.tsx';

interface ImageListProps {
  pictures: Picture[] | undefined;
  sizes: string;
  first?: boolean;
  className?: string | undefined;
}

/** The pictures of one place on a page, one under the other; nothing when there are none. */
export function ImageList({ pictures = [], sizes, first = false, className }: ImageListProps) {
  if (pictures.length === 0) return null;
  return (
    <div className={className}>
      {pictures.map((picture, index) => (
        <ResponsiveImage key={picture.src} picture={picture} sizes={sizes} first={first && index === 0} />
      ))}
    </div>
  );
}
