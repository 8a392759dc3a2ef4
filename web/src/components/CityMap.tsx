import styles from './CityMap.module.css';

/**
 * Downtown Columbus on OpenStreetMap: its embed needs no key, sets no cookies and shows its attribution. No marker: nothing in
 * the CMS gives the restaurant's coordinates.
 */
const address =
  'https://www.openstreetmap.org/export/embed.html?bbox=-83.0188%2C39.9502%2C-82.9788%2C39.9722&layer=mapnik';

/** The specification's map: 600 by 550, narrower where the screen is. */
export function CityMap() {
  return (
    <iframe
      className={styles.map}
      src={address}
      width={600}
      height={550}
      title="Map of Columbus, Ohio"
      loading="lazy"
    />
  );
}
