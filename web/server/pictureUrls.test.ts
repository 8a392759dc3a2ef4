// @vitest-environment node
import { expect, test } from 'vitest';
import { collectPictureUrls } from './pictureUrls.ts';

test('finds the addresses of all pictures and their renditions, once each', () => {
  const picture = { src: '/uploads/a.png?v=1', alt: '', avif: [{ src: '/uploads/a.avif?v=1', width: 200 }] };
  const content = {
    main: { mainHeading: 'src', pictures: [picture, picture] },
    other: { pictures: [], logo: undefined, none: null, src: 7 },
  };
  expect([...collectPictureUrls(content)]).toEqual(['/uploads/a.png?v=1', '/uploads/a.avif?v=1']);
});

test('does not search the same content twice', () => {
  const content = { src: '/uploads/a.png?v=1' };
  expect(collectPictureUrls(content)).toBe(collectPictureUrls(content));
  expect([...collectPictureUrls({ src: '/uploads/b.png?v=1' })]).toEqual(['/uploads/b.png?v=1']);
});
