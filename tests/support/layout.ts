/** Runs in a page: the position and size of every element of its main part, in CSS pixels. */
export const readLayoutInPage = () =>
  [...document.querySelectorAll('main *')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${element.localName} ${[x, y + window.scrollY, width, height].map(Math.round)}`;
  });
