import { once } from 'node:events';
import { request as send } from 'node:http';

/**
 * One request to a receiver on this machine, as anybody can make it.
 * @param {string} address
 * @param {{ method?: string, headers?: { [name: string]: string } }} [options]
 * @returns {Promise<number>} The status.
 */
export async function knock(address, { method = 'GET', headers = {} } = {}) {
  const request = send(address, { method, headers, agent: false }).end();
  /** @type {[import('node:http').IncomingMessage]} */
  const [response] = /** @type {any} */ (await once(request, 'response'));
  response.resume();
  await once(response, 'close');
  return response.statusCode ?? 0;
}

/**
 * Every kind of request that is not the answer to a sign-in.
 * @param {string} redirectUri
 * @param {string} state The right one.
 * @returns {readonly { title: string, status: () => Promise<number> }[]}
 */
export function strays(redirectUri, state) {
  const { origin, port } = new URL(redirectUri);
  const answer = `${redirectUri}?code=guess&state=${encodeURIComponent(state)}`;
  return [
    { title: 'an icon', status: () => knock(`${origin}/favicon.ico`) },
    { title: 'another path', status: () => knock(answer.replace(redirectUri, `${origin}/x`)) },
    { title: 'no state', status: () => knock(`${redirectUri}?code=guess`) },
    { title: 'a wrong state', status: () => knock(`${redirectUri}?code=guess&state=guess`) },
    { title: 'two states', status: () => knock(`${answer}&state=guess`) },
    {
      title: 'a refusal of another',
      status: () => knock(`${redirectUri}?error=access_denied&state=x`),
    },
    { title: 'POST', status: () => knock(answer, { method: 'POST' }) },
    { title: 'HEAD', status: () => knock(answer, { method: 'HEAD' }) },
    {
      title: 'another host',
      status: () => knock(answer, { headers: { host: `evil.example:${port}` } }),
    },
    { title: 'neither code nor error', status: () => knock(answer.replace('code=guess&', '')) },
  ];
}
