import type { Client } from '../api/call';
import { type ClientRegistry, ofEmulator } from './clients';
import { EMULATOR_ID, isFree } from './connection';

export async function inSession(
  registry: ClientRegistry,
  connectionId: string,
  session: string,
  isReplayed = false,
): Promise<Client> {
  const { connections, emulator } = registry.deps;
  const connection = connections.find(connectionId) ?? connections.find(EMULATOR_ID);
  if (!connection) throw new Error('The emulator connection is missing.');
  const address = await emulator.start();
  const endpoint = `${address.baseUrl}/s/${session}`;
  const isOurs = isFree(connection.id, isReplayed);
  // Includes the key, as a new emulator may get the same port.
  const madeFrom = JSON.stringify([connection, endpoint, isOurs && address.apiKey]);
  return await registry.reuse(`session:${connection.id}:${session}`, madeFrom, () => ({
    ...registry.userTarget(connection, endpoint),
    // User credentials aren't sent if only the emulator responds.
    ...(isOurs && { credential: ofEmulator(address) }),
    ...(isOurs &&
      connection.uploadEndpoint !== undefined && {
        upload: { endpoint, credential: ofEmulator(address) },
      }),
    endpoint,
    isEmulator: true,
    // Local: no proxy or certificates.
    network: () => ({}),
  }));
}
