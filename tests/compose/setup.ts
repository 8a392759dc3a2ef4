import { ALL_SERVICES, compose, composeUp, docker, findPorts, PROJECT } from './containers.ts';

const BASE = 'node:24-bookworm-slim';
/** The largest allowed size of each image without its base. */
const MAX_LAYERS_MB = { cms: 350, web: 60, offsite: 450 };

const secondsSince = (since: number) => `${Math.round((performance.now() - since) / 100) / 10} s`;

async function sizeOf(image: string): Promise<number> {
  return Number(await docker(['image', 'inspect', '--format', '{{.Size}}', image])) / 1e6;
}

/** Builds the images, starts the stack for all tests, and logs the sizes and durations; returns the teardown. */
export default async function startContainers() {
  const ports = await findPorts();
  Object.assign(process.env, {
    ...ports,
    CONTAINERS_SITE: `http://127.0.0.1:${ports.SITE_PORT}`,
    // Only from this address, the default of ADMIN_URL, the admin may frame the site.
    CONTAINERS_CMS: `http://localhost:${ports.ADMIN_PORT}`,
  });
  const removeAll = async () => {
    await compose(ALL_SERVICES, 'down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '5');
    // Two services share this image, so it has a name of its own, and Compose leaves it.
    await docker(['image', 'rm', '--force', `${PROJECT}-offsite`]);
  };

  // An earlier run may have left containers and volumes.
  await removeAll();
  const buildStart = performance.now();
  await compose({ https: true, offsite: true }, 'build');
  console.log(`Images built in ${secondsSince(buildStart)}`);
  // Docker's builder may not have added the base image to the local images.
  await sizeOf(BASE).catch(() => docker(['pull', BASE]));
  for (const [service, max] of Object.entries(MAX_LAYERS_MB)) {
    const layers = (await sizeOf(`${PROJECT}-${service}`)) - (await sizeOf(BASE));
    console.log(`${service}: ${layers.toFixed(0)} MB of layers over its base`);
    if (layers > max) throw new Error(`the layers of ${service} must not exceed ${max} MB`);
  }
  const start = performance.now();
  await composeUp();
  console.log(`First start healthy in ${secondsSince(start)}`);
  return removeAll;
}
