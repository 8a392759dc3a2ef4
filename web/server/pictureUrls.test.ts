import { expect, test } from 'vitest';
import { listPictureUrls } from './pictureUrls.ts';

test('finds the addresses of all pictures and their renditions', () => {
  const picture = { src: '/uploads/a.png?v=1', alt: '', avif: [{ src: '/uploads/a.avif?v=1', width: 200 }] };
  const content = {
    main: { mainHeading: 'src', pictures: [picture] },
    other: { pictures: [], logo: undefined, none: null, src: 7 },
  };
  expect(listPictureUrls(content)).toEqual(['/uploads/a.png?v=1', '/uploads/a.avif?v=1']);
});
