import type { Client } from '../api/call';
import type { CredentialNeed } from '../api/credentialNeed';
import type { CredentialSource, Exchange, ReadNetwork } from '../api/transport';
import { type Version, VERSIONS } from '../api/versions';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposable';
import { AppError } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import { type Connection, type Connections, type Credentials, EMULATOR_ID } from './connection';
import type { Emulator, EmulatorAddress } from './emulator';

/**
 * One client per connection, made on first use, closed when the connection changes or the window goes.
 * Asking for the emulator's client starts the emulator and waits until it listens.
 */
export interface Clients {
  /** Throws `AppError` where the connection is unknown or lacks its credential. */
  get(connectionId: string): Promise<Client>;
}

/** Clients that ask a session of the built-in emulator in place of what their connection leads to. */
export interface SessionClients {
  /**
   * The client of a connection whose requests go to a session of the emulator. One that records relays them to the service,
   * with the credential of the connection; where it `isReplayed`, that stays here. The emulator is started where it does not
   * run. Throws as `get` does.
   */
  inSession(connectionId: string, session: string, isReplayed?: boolean): Promise<Client>;
  /** The client of a connection itself, also while this window is led elsewhere. Throws as `get` does. */
  own(connectionId: string): Promise<Client>;
  /** Whether what this window asks by a connection goes elsewhere now. */
  isLed(connectionId: string): boolean;
  /**
   * Leads all that this window asks by a connection elsewhere, or without `open` to its own place again. What was fetched
   * before is outdated then. One connection is led at a time.
   */
  lead(connectionId: string, open?: () => Promise<Client>): void;
}

/** What a client is made of. */
export interface ClientTarget {
  /** Id of the connection; absent where a credential is tried before there is one. */
  readonly connection?: string;
  /** As `formatEndpoint` gives it. */
  readonly endpoint: string;
  readonly version: Version;
  /** Where uploads go, if not to the endpoint: an address, and what opens it. */
  readonly upload?: { readonly endpoint: string; readonly credential: CredentialSource };
  readonly credential: CredentialSource;
  /** Told of every exchange once it is over, with a recording where `isRecording` said so before. */
  readonly onExchange?: (exchange: Exchange) => void;
  readonly isRecording?: () => boolean;
  /** Asked once, before the first request. */
  readonly network: ReadNetwork;
}

export type OpenClient = (target: ClientTarget) => Promise<Client>;

interface ClientRegistryDeps {
  readonly connections: Connections;
  readonly credentials: Credentials;
  readonly emulator: Emulator;
  readonly open: OpenClient;
  readonly readNetwork: ReadNetwork;
  readonly onDidChangeNetwork: Event<void>;
  /** Takes what went wrong while an outdated client was closed. */
  readonly onCloseError: (error: unknown) => void;
}

interface Entry {
  /** What the client was made from; a client with another one is outdated. */
  readonly madeFrom: string;
  readonly client: Promise<Client>;
}

/** Where the clients of a connection come from instead. */
interface Led {
  readonly id: string;
  readonly open: () => Promise<Client>;
}

/** Keeps one client per connection for as long as what it was made from stays the same. */
export class ClientRegistry implements Clients, Disposable {
  readonly deps: ClientRegistryDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #subscriptions = new DisposableStore();
  readonly #dropped = new Emitter<string>();
  /** The connection that is led elsewhere. */
  #led: Led | undefined;
  /**
   * Id of a connection whose client or credential is outdated: what it fetched may be another service's, or
   * another project's, by now.
   */
  readonly onDidDrop = this.#dropped.event;

  constructor(deps: ClientRegistryDeps) {
    this.deps = deps;
    this.#subscriptions.add(deps.connections.onDidChange(() => this.#dropOutdated()));
    this.#subscriptions.add(deps.credentials.onDidChange((id) => this.#dropped.fire(id)));
    this.#subscriptions.add(deps.onDidChangeNetwork(() => this.#dropAll()));
    this.#subscriptions.add(toDisposable(() => this.#dropAll()));
  }

  async get(connectionId: string): Promise<Client> {
    return await (this.#led?.id === connectionId ? this.#led.open() : this.own(connectionId));
  }

  /** As `SessionClients` has it. */
  isLed(connectionId: string): boolean {
    return this.#led?.id === connectionId;
  }

  /** As `SessionClients` has it. */
  async own(connectionId: string): Promise<Client> {
    const connection = this.deps.connections.find(connectionId);
    if (!connection) {
      throw new AppError('unknownConnection', `There is no connection ${connectionId} any more.`, {
        hint: 'Choose another connection.',
      });
    }
    return await (connection.id === EMULATOR_ID
      ? this.#emulatorClient(connection)
      : this.#userClient(connection));
  }

  /** As `SessionClients` has it. */
  lead(id: string, open?: () => Promise<Client>): void {
    this.#led = open && { id, open };
    const entry = this.#entries.get(id);
    if (entry) this.#drop(id, entry);
    else this.#dropped.fire(id);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#dropped.dispose();
  }

  async #userClient(connection: Connection): Promise<Client> {
    return await this.reuse(connection.id, fingerprint(connection), () => ({
      ...this.userTarget(connection),
      network: this.deps.readNetwork,
    }));
  }

  /**
   * What the client of a user's connection is made of.
   * @param place where uploads go instead of the connection's own place of them.
   */
  userTarget(connection: Connection, place?: string): Omit<ClientTarget, 'network'> {
    const { uploadEndpoint, ...main } = connection;
    return {
      ...targetOf(connection),
      // Without the place of uploads, so that a yes to this one is not taken for one to that.
      credential: this.#credentialOf(main),
      ...(uploadEndpoint !== undefined &&
        uploadEndpoint !== main.endpoint && {
          upload: {
            endpoint: place ?? uploadEndpoint,
            // As if it were the endpoint, so that the origin that a key was entered for is compared with it.
            credential: this.#credentialOf({ ...connection, endpoint: uploadEndpoint }),
          },
        }),
    };
  }

  #credentialOf(connection: Connection): CredentialSource {
    return (need, signal) => this.deps.credentials.get(connection, need, signal);
  }

  async #emulatorClient(connection: Connection): Promise<Client> {
    const { baseUrl, apiKey, accessToken } = await this.deps.emulator.start();
    // It listens on this machine only: no proxy, no certificates, and never a credential of the user.
    // With its key: the next emulator may get the same port.
    return await this.reuse(connection.id, JSON.stringify([baseUrl, apiKey]), () => ({
      ...targetOf(connection),
      endpoint: baseUrl,
      credential: ofEmulator({ apiKey, accessToken }),
      network: () => ({}),
    }));
  }

  /** The client of an id that was made from the same, or a new one. Ids that are no connection's have a colon. */
  reuse(id: string, madeFrom: string, target: () => ClientTarget): Promise<Client> {
    const entry = this.#entries.get(id);
    if (entry?.madeFrom === madeFrom) return entry.client;
    if (entry) this.#drop(id, entry);
    const client = this.deps.open(target());
    const fresh = { madeFrom, client };
    this.#entries.set(id, fresh);
    client.catch(() => {
      if (this.#entries.get(id) === fresh) this.#entries.delete(id);
    });
    return client;
  }

  #dropOutdated(): void {
    for (const [id, entry] of this.#entries) {
      // Those of sessions are looked at with each use; no id of a connection has a colon.
      if (id === EMULATOR_ID || id.includes(':')) continue;
      const connection = this.deps.connections.find(id);
      if (!connection || fingerprint(connection) !== entry.madeFrom) this.#drop(id, entry);
    }
  }

  #dropAll(): void {
    for (const [id, entry] of this.#entries) this.#drop(id, entry);
  }

  #drop(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#dropped.fire(id);
    entry.client.then((client) => client.close()).catch(this.deps.onCloseError);
  }
}

/** What the emulator takes: as a signed-in user where a key does not do. */
export function ofEmulator({
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

function fingerprint(connection: Connection): string {
  const { endpoint, uploadEndpoint, apiVersion, auth, project } = connection;
  return JSON.stringify([endpoint, uploadEndpoint, apiVersion, auth, project]);
}

/** Why a credential does not open something: it is a key, nobody is signed in, or access was not granted. */
export type ClosedReason = 'needsAccount' | 'needsSignIn' | 'needsScopes';

/**
 * Tells of a connection what its credential does not open, as far as that is known without asking the
 * service. The room `auth` knows it.
 */
export type ClosedBy = (
  connection: Connection,
) => Promise<(need: CredentialNeed) => ClosedReason | undefined>;
