import { type Options, Splide, type SplideProps } from '@splidejs/react-splide';

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

interface SliderProps extends SplideProps {
  /** The carousel: an element with Splide's track, which React has rendered. */
  root: HTMLElement;
}

/**
 * The component of react-splide for elements that are already on the page: it slides them from the picture `options.start`.
 * If it rendered them itself, React would replace the server's pictures when this script arrives after hydration.
 */
export class Slider extends Splide {
  declare readonly props: Readonly<SliderProps>;

  override componentDidMount(): void {
    const { root } = this.props;
    // Until now the visitor has scrolled the track; from here on Splide moves the list in it.
    root.querySelector('.splide__track')?.scrollTo({ left: 0, behavior: 'instant' });
    // Cast: the package declares the type of its default tag.
    this.splideRef.current = root as HTMLDivElement;
    super.componentDidMount();
  }

  override render() {
    return null;
  }
}
