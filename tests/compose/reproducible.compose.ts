import { expect, test } from '../support/stack.ts';
import { compose, docker, PROJECT, VERSION } from './containers.ts';

const NAME = `${PROJECT}-reproducible`;
const SERVICES = ['cms', 'web', 'caddy', 'offsite'];
const imageOf = (service: string) => `${NAME}-${service}`;

/** Lists every file of an image with its mode, owner, size or target, and checksum. */
async function listFiles(image: string): Promise<string[]> {
  const list = `
    find / -xdev -type d -exec stat -c '%n %A %u:%g' {} +
    find / -xdev ! -type d -exec stat -c '%N %A %u:%g %s' {} +
    find / -xdev -type f -exec sha256sum {} +`;
  const run = ['run', '--rm', '--network', 'none', '--read-only', '--user', '0:0', '--entrypoint', 'sh'];
  const lines = (await docker([...run, image, '-c', list])).split('\n');
  // Docker itself adds these to a container.
  return lines.filter((line) => !/\/etc\/(hostname|hosts|resolv\.conf)\b|\/\.dockerenv\b/.test(line)).sort();
}

const removeAll = () => docker(['image', 'rm', '--force', ...SERVICES.map(imageOf)]);
test.beforeEach(removeAll);
test.afterEach(removeAll);

test('a second build of the same sources gives the same files in every image', { tag: '@long' }, async () => {
  test.setTimeout(600_000);
  await compose({ project: NAME, https: true }, 'build', '--no-cache');
  // It begins with the stages of the CMS, which have just been built again.
  await docker([
    ...['buildx', 'build', '--load', '--target', 'offsite', '--no-cache-filter', 'offsite'],
    ...['--build-arg', `VERSION=${VERSION}`, '--tag', imageOf('offsite'), 'cms'],
  ]);
  for (const service of SERVICES) {
    const [first, second] = [await listFiles(`${PROJECT}-${service}`), await listFiles(imageOf(service))];
    expect(first.length, service).toBeGreaterThan(100);
    const [inFirst, inSecond] = [new Set(first), new Set(second)];
    const different = [
      ...first.filter((line) => !inSecond.has(line)).map((line) => `- ${line}`),
      ...second.filter((line) => !inFirst.has(line)).map((line) => `+ ${line}`),
    ];
    expect(different, service).toEqual([]);
  }
});
