import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Finds the links with which passwords are chosen, in the order of a text. */
export const linksIn = (printed: string): string[] =>
  printed.match(/http\S+\/admin\/auth\/reset-password\?code=\w{40}\b/g) ?? [];

export const resetPassword = (cms: string, link: string, password: string) =>
  fetch(`${cms}/admin/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password, resetPasswordToken: new URL(link).searchParams.get('code') }),
  });

export async function runPassword(settings: Record<string, string>, email: string) {
  const script = spawn(process.execPath, ['scripts/password.mjs', email], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, ...settings },
  });
  const exited = new Promise<number | null>((resolve) => script.once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(script.stdout), text(script.stderr), exited]);
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}
