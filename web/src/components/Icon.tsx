import { type ComponentType, memo, Suspense, use } from 'react';
import type { IconProps } from './FontAwesome.tsx';

let FontAwesome: ComponentType<IconProps> | undefined;
let shown: Promise<ComponentType<IconProps>> | undefined;

/** Fetches what the icons are drawn with. */
export async function fetchIcons(): Promise<ComponentType<IconProps>> {
  FontAwesome ??= (await import('./FontAwesome.tsx')).FontAwesome;
  return FontAwesome;
}

function Drawing({ name }: IconProps) {
  // A script that does not come leaves the icon as the server sent it, or its place empty.
  if (!FontAwesome) shown ??= fetchIcons().catch(() => new Promise<never>(() => undefined));
  const Here = shown ? use(shown) : FontAwesome;
  return Here && <Here name={name} />;
}

/**
 * One of the specification's icons. The page is usable before its script is here: until then the server's drawing stays,
 * because nothing but the icon is in this boundary and its name, the only prop, never changes.
 */
export const Icon = memo(({ name }: IconProps) => (
  <Suspense>
    <Drawing name={name} />
  </Suspense>
));
