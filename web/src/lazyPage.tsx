import { type ComponentType, use } from 'react';

/** A script that does not come (a newer build, a lost connection) gives way to the server's own page at this address. */
function loadWholePage(): Promise<never> {
  window.location.reload();
  return new Promise(() => undefined);
}

/**
 * A page whose script is fetched when it is first needed. Where the script is here already (on the server, in hydration,
 * after a prefetch) the page renders at once, so that no fallback ever stands in for what was shown.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined;
  let shown: Promise<ComponentType> | undefined;
  const fetchScript = async () => {
    Loaded ??= await load();
    return Loaded;
  };
  const Page = () => {
    if (!Loaded) shown ??= fetchScript().catch(loadWholePage);
    const Here = shown ? use(shown) : Loaded;
    return Here && <Here />;
  };
  return { Page, fetchScript };
}
