import { MIME_TYPE } from './client.mjs';
import { connectWithToken, readAsExtension } from './connect.mjs';

/** @type {import('./client.mjs').Open} */
export async function open(endpoint, file) {
  const client = connectWithToken(endpoint);
  await client.call('models.get', { name: 'models/warm' });
  return async () => {
    const source = await readAsExtension(file);
    const body = { file: { displayName: 'Bench' } };
    await client.upload('media.upload', { source, mimeType: MIME_TYPE, body });
    await source.close();
  };
}
