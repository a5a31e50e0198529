import type { Client } from '../api/call';
import type { CredentialSource, Exchange, ReadNetwork } from '../api/transport';
import { type Version, VERSIONS } from '../api/versions';
import {
  type Connection,
  type Connections,
  type Credentials,
  EMULATOR_ID,
  isFree,
} from './connection';
import type { Emulator, EmulatorAddress } from './emulator';

export interface ClientTarget {
  /** Connection id; undefined when testing a credential of a new connection. */
  readonly connection?: string;
  /** In the format of `formatEndpoint`. */
  readonly endpoint: string;
  readonly version: Version;
  readonly upload?: { readonly endpoint: string; readonly credential: CredentialSource };
  readonly credential: CredentialSource;
  /** Whether requests go to an emulator, which counts its upstream requests itself. */
  readonly isEmulator?: true;
  /** Called after each exchange, with a recording if `isRecording` returned true. */
  readonly onExchange?: (exchange: Exchange) => void;
  readonly isRecording?: () => boolean;
  /** Called once, before the first request. */
  readonly network: ReadNetwork;
}

/** The clients that are open. */
interface OpenClients {
  readonly deps: {
    readonly connections: Connections;
    readonly credentials: Credentials;
    readonly emulator: Emulator;
    readonly readNetwork: ReadNetwork;
  };
  /** Returns the client of a key, or opens another one if its parameters have changed. */
  reuse(key: string, madeFrom: string, make: () => ClientTarget): Promise<Client>;
}

/** @param madeFrom parameters of the connection; a difference means that a cached client is outdated */
export async function userClient(
  registry: OpenClients,
  connection: Connection,
  madeFrom: string,
): Promise<Client> {
  return await registry.reuse(connection.id, madeFrom, () => ({
    ...userTarget(registry, connection),
    network: registry.deps.readNetwork,
  }));
}

export async function emulatorClient(
  registry: OpenClients,
  connection: Connection,
): Promise<Client> {
  const { baseUrl, apiKey, accessToken } = await registry.deps.emulator.start();
  // Local only: no proxy, no user credentials. Includes its key, as a new emulator may get the same port.
  return await registry.reuse(connection.id, JSON.stringify([baseUrl, apiKey]), () => ({
    ...targetOf(connection),
    endpoint: baseUrl,
    credential: ofEmulator({ apiKey, accessToken }),
    isEmulator: true,
    network: () => ({}),
  }));
}

export async function inSession(
  registry: OpenClients,
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
    ...userTarget(registry, connection, endpoint),
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

/**
 * Returns the client parameters of a user's connection.
 * @param place upload endpoint that overrides the connection's.
 */
function userTarget(
  { deps }: Pick<OpenClients, 'deps'>,
  connection: Connection,
  place?: string,
): Omit<ClientTarget, 'network'> {
  const { uploadEndpoint, ...main } = connection;
  const credentialOf =
    (one: Connection): CredentialSource =>
    (need, signal) =>
      deps.credentials.get(one, need, signal);
  return {
    ...targetOf(connection),
    // Excludes the upload endpoint, so that permissions for the two stay separate.
    credential: credentialOf(main),
    ...(uploadEndpoint !== undefined &&
      uploadEndpoint !== main.endpoint && {
        upload: {
          endpoint: place ?? uploadEndpoint,
          // The upload endpoint is checked like an endpoint, so that it's compared with the key's origin.
          credential: credentialOf({ ...connection, endpoint: uploadEndpoint }),
        },
      }),
  };
}

function ofEmulator({
  apiKey,
  accessToken,
}: Pick<EmulatorAddress, 'apiKey' | 'accessToken'>): CredentialSource {
  return async ({ accepts }) =>
    accepts === 'apiKey' ? { kind: 'apiKey', key: apiKey } : { kind: 'bearer', token: accessToken };
}

function targetOf(connection: Connection) {
  return {
    connection: connection.id,
    endpoint: connection.endpoint,
    version: connection.apiVersion ?? VERSIONS[0],
  };
}
