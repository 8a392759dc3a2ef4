import styles from './CityMap.module.css';

/**
 * Downtown Columbus on OpenStreetMap, whose embed needs no key, sets no cookies and shows its attribution. There is no
 * marker, because the CMS does not have the restaurant's coordinates.
 */
const MAP_URL =
  'https://www.openstreetmap.org/export/embed.html?bbox=-83.0188%2C39.9502%2C-82.9788%2C39.9722&layer=mapnik';

/** The map of the specification: 600 by 550 pixels, narrower on narrow screens. */
export function CityMap() {
  return (
    <iframe
      className={styles.map}
      src={MAP_URL}
      width={600}
      height={550}
      title="Map of Columbus, Ohio"
      loading="lazy"
    />
  );
}
