/** Sends eleven wrong passwords to a CMS, each with another X-Forwarded-For, and returns the statuses. Its text runs in containers, too. */
export async function sendWrongPasswords(cms: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 1; number <= 11; number += 1) {
    const { status } = await fetch(`${cms}/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${number}` },
      body: JSON.stringify({ email: `${number}@test.example`, password: 'Wrong-password-1' }),
    });
    statuses.push(status);
  }
  return statuses;
}

/** A script for a container of the site that does the same, and prints the statuses. */
export const GUESS_PASSWORDS = `(${sendWrongPasswords})('http://cms:1337').then((statuses) => console.log(JSON.stringify(statuses)))`;
