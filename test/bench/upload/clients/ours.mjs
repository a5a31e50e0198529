import { MIME_TYPE } from './client.mjs';
import { connectWithToken, readAsExtension } from './connect.mjs';

/** @type {import('./client.mjs').Open} */
export async function open(endpoint, file) {
  const client = connectWithToken(endpoint);
  await client.call('models.get', { name: 'models/warm' });
  return async () => {
    const source = await readAsExtension(file);
    await client.upload({ source, file: { displayName: 'Bench', mimeType: MIME_TYPE } });
    await source.close();
  };
}
