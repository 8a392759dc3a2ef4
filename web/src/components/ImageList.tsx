import type { Picture } from '../content/content.ts';
import { ResponsiveImage } from './ResponsiveImage.tsx';

interface ImageListProps {
  pictures: Picture[] | undefined;
  sizes: string;
  /** Whether the first picture is the page's largest, which loads first. */
  priority?: boolean;
  className?: string | undefined;
}

/** The pictures of one record, one below the other; nothing when there are none. */
export function ImageList({ pictures = [], sizes, priority = false, className }: ImageListProps) {
  if (pictures.length === 0) return null;
  return (
    <div className={className}>
      {pictures.map((picture, index) => (
        <ResponsiveImage
          key={picture.src}
          picture={picture}
          sizes={sizes}
          priority={priority && index === 0}
        />
      ))}
    </div>
  );
}
