import { useLayoutEffect, useState } from 'react';
import type { Coordinates } from '../../../cms/src/shared/contact/mapPlace.ts';
import styles from './CityMap.module.css';
import { getMapHref } from './contactHref.ts';

/** OpenStreetMap's embed needs no key, sets no cookies and shows its attribution. */
const MAP_URL = 'https://www.openstreetmap.org/export/embed.html';

/** The center of the map without a place, and half of what it shows without and with one, in degrees. */
const DOWNTOWN: Coordinates = { latitude: 39.9612, longitude: -82.9988 };
const DOWNTOWN_MARGIN = [0.02, 0.011] as const;
const PLACE_MARGIN = [0.005, 0.0035] as const;

interface CityMapProps {
  siteName: string | undefined;
  /** Without it, the map is of downtown Columbus and has no marker. */
  place: Coordinates | undefined;
  address: string | undefined;
}

function getFrameSource(place: Coordinates | undefined): string {
  const { latitude, longitude } = place ?? DOWNTOWN;
  const [x, y] = place ? PLACE_MARGIN : DOWNTOWN_MARGIN;
  const box = [longitude - x, latitude - y, longitude + x, latitude + y];
  const parameters = new URLSearchParams({
    bbox: box.map((degrees) => Number(degrees.toFixed(7))).join(),
    layer: 'mapnik',
    ...(place && { marker: `${place.latitude},${place.longitude}` }),
  });
  return `${MAP_URL}?${parameters}`;
}

/**
 * The map of the specification, 600 by 550 pixels, narrower on narrow screens, below a link that also works when it can't load. Until it
 * has loaded, and without a connection, a print of the quarter by the river is in its place.
 */
export function CityMap({ siteName, place, address }: CityMapProps) {
  const href = getMapHref(place, address);
  const [isOffline, setIsOffline] = useState(false);
  // Without a connection, the browser would draw its own gray error page in the frame.
  useLayoutEffect(() => {
    if (navigator.onLine) return;
    setIsOffline(true);
    const show = () => setIsOffline(false);
    window.addEventListener('online', show, { once: true });
    return () => window.removeEventListener('online', show);
  }, []);
  return (
    <div className={styles.cityMap}>
      {href && (
        <a className={styles.link} href={href}>
          Open in a map app
        </a>
      )}
      <div className={styles.map}>
        {!isOffline && (
          <iframe
            src={getFrameSource(place)}
            width={600}
            height={550}
            title={place ? `Map with ${siteName || 'the restaurant'}` : 'Map of Columbus, Ohio'}
            loading="lazy"
          />
        )}
      </div>
    </div>
  );
}
