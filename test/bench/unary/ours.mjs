import { connectOurs } from '../clients/connectOurs.mjs';

/** @param {string} endpoint */
export async function open(endpoint) {
  const client = connectOurs(endpoint);
  return () => client.call('models.get', { name: 'models/unary' });
}
