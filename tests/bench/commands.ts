import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';

// Debian keeps nginx where only root's path leads.
process.env.PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter);

/**
 * Makes sure that a command of the machine is there.
 * @throws Error with one line that says what to install, when it is not
 */
export function requireCommand(name: string, args: string[], debianPackage: string): void {
  if (spawnSync(name, args, { stdio: 'ignore' }).error)
    throw new Error(
      `${name} is missing: install it (on Debian: apt-get install ${debianPackage}), then measure again.`,
    );
}
