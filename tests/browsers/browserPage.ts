export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface LaunchOptions {
  /** The size of ordinary text that the visitor has chosen in the browser's settings, in pixels. */
  defaultFontSize?: number;
}

/** Requests to other hosts than these go to a proxy that does not exist, so that no test uses the Internet. */
export const LOCAL_HOSTS = ['127.0.0.1', 'localhost'];
export const NO_PROXY = '127.0.0.1:9';

/** The environment of every browser: its time zone is not the restaurant's. */
export const BROWSER_ENV = { ...process.env, TZ: 'Asia/Tokyo' };

/** A page in a browser of its own. A selector is CSS, or XPath when it begins with "//", and means the first match. */
export interface BrowserPage {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  /** Runs a function in the page. It must not use anything outside of itself, and its result is copied as JSON. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Runs a function in the document of a frame, which may have another origin. */
  evaluateInFrame<Args extends unknown[], Result>(
    selector: string,
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  /** Waits for an element, and clicks in its middle. */
  click(selector: string): Promise<void>;
  /** Clicks at a point of the viewport, also on what is in a frame. */
  clickAt(point: Point): Promise<void>;
  /** Presses a key or several together, such as "Tab" or "Shift+Tab". */
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  resize(size: Size): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}
