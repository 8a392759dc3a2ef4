/** Returns a script for a container that sends wrong passwords to the CMS, each with another X-Forwarded-For, and prints the statuses. */
export const guessPasswords = (times: number) => `
  const guess = async (number) => {
    const { status } = await fetch('http://cms:1337/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.' + number },
      body: JSON.stringify({ email: number + '@test.example', password: 'Wrong-password-1' }),
    });
    return status;
  };
  (async () => {
    const statuses = [];
    for (let number = 1; number <= ${times}; number += 1) statuses.push(await guess(number));
    console.log(JSON.stringify(statuses));
  })();`;
