import { accounts, freePort, signIn } from '../support/stack.ts';
import { compose, docker, EVERYTHING, PROJECT, up } from './containers.ts';

const BASE = 'node:24-bookworm-slim';
const LAYERS_MB = { cms: 350, web: 60 };

const seconds = (since: number) => `${Math.round((performance.now() - since) / 100) / 10} s`;

async function sizeOf(image: string): Promise<number> {
  return Number(await docker(['image', 'inspect', '--format', '{{.Size}}', image])) / 1e6;
}

/** Builds the images and starts the stack for all tests, and says how large and how quick that is. */
export default async function startContainers() {
  const [site, cms, http, https] = [await freePort(), await freePort(), await freePort(), await freePort()];
  Object.assign(process.env, {
    SITE_PORT: site,
    ADMIN_PORT: cms,
    HTTP_PORT: http,
    HTTPS_PORT: https,
    CONTAINERS_SITE: `http://127.0.0.1:${site}`,
    CONTAINERS_CMS: `http://127.0.0.1:${cms}`,
  });
  const removeAll = () =>
    compose(EVERYTHING, 'down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '5');

  // What an earlier run may have left.
  await removeAll();
  const building = performance.now();
  await compose({ https: true }, 'build');
  console.log(`Images built in ${seconds(building)}`);
  // A builder may keep the base to itself.
  await sizeOf(BASE).catch(() => docker(['pull', BASE]));
  for (const [service, most] of Object.entries(LAYERS_MB)) {
    const layers = (await sizeOf(`${PROJECT}-${service}`)) - (await sizeOf(BASE));
    console.log(`${service}: ${layers.toFixed(0)} MB of layers over its base`);
    if (layers > most) throw new Error(`the layers of ${service} must not exceed ${most} MB`);
  }
  const starting = performance.now();
  await up();
  console.log(`First start healthy in ${seconds(starting)}`);
  process.env.CONTAINERS_TOKEN = await signIn(
    `http://127.0.0.1:${cms}`,
    accounts.ADMIN_EMAIL,
    accounts.ADMIN_PASSWORD,
  );
  return removeAll;
}
