import type { Coordinates } from '../../../cms/src/contact/mapPlace.ts';
import styles from './CityMap.module.css';
import { getMapHref } from './contactHref.ts';

/** OpenStreetMap's embed needs no key, sets no cookies and shows its attribution. */
const MAP_URL = 'https://www.openstreetmap.org/export/embed.html';

/** What the map shows without a place, and half of what it shows around one, in degrees. */
const DOWNTOWN = { west: -83.0188, south: 39.9502, east: -82.9788, north: 39.9722 };
const MARGIN = { longitude: 0.005, latitude: 0.0035 };

interface CityMapProps {
  siteName: string | undefined;
  /** Without it, the map is of downtown Columbus and has no marker. */
  place: Coordinates | undefined;
  address: string | undefined;
}

function getFrameSource(place: Coordinates | undefined): string {
  const { west, south, east, north } = place
    ? {
        west: place.longitude - MARGIN.longitude,
        south: place.latitude - MARGIN.latitude,
        east: place.longitude + MARGIN.longitude,
        north: place.latitude + MARGIN.latitude,
      }
    : DOWNTOWN;
  const parameters = new URLSearchParams({
    bbox: [west, south, east, north].map((degrees) => Number(degrees.toFixed(7))).join(),
    layer: 'mapnik',
    ...(place && { marker: `${place.latitude},${place.longitude}` }),
  });
  return `${MAP_URL}?${parameters}`;
}

/** The map of the specification, 600 by 550 pixels, narrower on narrow screens, below a link that also works when it can't load. */
export function CityMap({ siteName, place, address }: CityMapProps) {
  const href = getMapHref(place, address);
  return (
    <div className={styles.cityMap}>
      {href && (
        <a className={styles.link} href={href}>
          Open in a map app
        </a>
      )}
      <iframe
        className={styles.map}
        src={getFrameSource(place)}
        width={600}
        height={550}
        title={place ? `Map with ${siteName || 'the restaurant'}` : 'Map of Columbus, Ohio'}
        loading="lazy"
      />
    </div>
  );
}
