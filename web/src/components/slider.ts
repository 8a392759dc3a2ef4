import { type Options, Splide } from '@splidejs/splide';

/** The specification's constants: slide transition, one per page, 400 ms, no autoplay. */
export const options: Options = {
  type: 'slide',
  perPage: 1,
  speed: 400,
  flickPower: 600,
  drag: true,
  autoplay: false,
  interval: 5000,
  // `CarouselControls` and `Slides` replace these parts of Splide: its arrows lose the focus at the ends, its pagination
  // has tabs without panels, and its live region announces all pictures at every change.
  arrows: false,
  pagination: false,
  live: false,
};

/**
 * Lets the pictures slide, from the one to which the visitor has scrolled.
 * @param root the carousel: an element with Splide's track, which React has rendered
 * @param onMove called with the index of each picture that is shown
 */
export function startSlider(root: HTMLElement, onMove: (index: number) => void): Splide {
  const track = root.querySelector('.splide__track');
  const start = track ? Math.round(track.scrollLeft / track.clientWidth) : 0;
  track?.scrollTo({ left: 0, behavior: 'instant' });
  onMove(start);
  return new Splide(root, { ...options, start }).on('move', onMove).mount();
}
