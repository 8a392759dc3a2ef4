import { type ComponentType, memo, Suspense, use } from 'react';
import { importWithRetry } from '../importWithRetry.ts';
import type { IconProps } from './FontAwesome.tsx';

let FontAwesome: ComponentType<IconProps> | undefined;
let loading: Promise<ComponentType<IconProps>> | undefined;

/** Fetches the script that renders the icons. */
export async function fetchIcons(): Promise<ComponentType<IconProps>> {
  FontAwesome ??= (await importWithRetry(() => import('./FontAwesome.tsx'))).FontAwesome;
  return FontAwesome;
}

function LazyIcon({ name }: IconProps) {
  // A promise that never settles: without the script, the icon that the server rendered stays.
  if (!FontAwesome) loading ??= fetchIcons().catch(() => new Promise<never>(() => undefined));
  const LoadedIcon = loading ? use(loading) : FontAwesome;
  return LoadedIcon && <LoadedIcon name={name} />;
}

/**
 * One of the specification's icons. It hydrates later than the page: until its script is loaded, React leaves the server's
 * icon in the Suspense boundary, because the only prop never changes.
 */
export const Icon = memo(({ name }: IconProps) => (
  <Suspense>
    <LazyIcon name={name} />
  </Suspense>
));
