import { fixtureFolder } from '../support/fixtures.ts';
import { compose, docker, type StackOptions } from './containers.ts';

/** Has Compose create the containers and volumes of a project, and fills the volumes with the recorded site of a version. */
export async function createVolumes(
  options: StackOptions & { project: string },
  version: string,
): Promise<void> {
  await compose(options, 'create');
  const fillVolumes = [
    'tar -xzf /from/backup.tar.gz -C /tmp && cp /tmp/strapi.db /private && cp /tmp/uploads/* /uploads && cp /from/web/* /held',
    'chown -R 1000:1000 /private /uploads /held && chmod 700 /private',
  ].join(' && ');
  const volumes = ['private', 'uploads', 'held'].map((name) => `${options.project}_${name}:/${name}`);
  const mounts = [...volumes, `${fixtureFolder(version)}:/from:ro`].flatMap((mount) => ['--volume', mount]);
  const image = 'node:24-bookworm-slim';
  await docker(['run', '--rm', '--network', 'none', ...mounts, image, 'sh', '-c', fillVolumes]);
}
