import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';

// Debian installs nginx in a folder that is only in root's PATH.
process.env.PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter);

/**
 * Checks that a command is installed.
 * @throws Error that names the package to install
 */
export function requireCommand(name: string, args: string[], debianPackage: string): void {
  if (spawnSync(name, args, { stdio: 'ignore' }).error)
    throw new Error(
      `${name} is missing: install it (on Debian: apt-get install ${debianPackage}), then run this command again.`,
    );
}
