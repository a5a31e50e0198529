import type { Client } from '../api/call';
import type { CredentialNeed } from '../api/credentialNeed';
import type { ReadNetwork } from '../api/transport';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposable';
import { AppError } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import {
  type Connection,
  type Connections,
  type Credentials,
  EMULATOR_ID,
  isFree,
} from './connection';
import type { ClientTarget } from './clientTargets';
import type { Emulator } from './emulator';

/**
 * One client per connection, created on first use and closed when the connection changes. Getting the
 * emulator's client starts the emulator and waits until it's ready.
 */
export interface Clients {
  /** Throws `AppError` if the connection is unknown or has no credential. */
  get(connectionId: string): Promise<Client>;
}

/** Clients that send requests to an emulator session instead of their connection. */
export interface SessionClients {
  /**
   * Returns a client for an emulator session, starting the emulator if necessary. Throws like `get`. With
   * `isReplayed`, the connection's credential isn't sent; otherwise it is relayed to the API.
   */
  inSession(connectionId: string, session: string, isReplayed?: boolean): Promise<Client>;
  /** Returns the connection's own client, ignoring `lead`. Throws like `get`. */
  own(connectionId: string): Promise<Client>;
  isLed(connectionId: string): boolean;
  /**
   * Redirects a connection's requests in this window; stops redirecting if `open` is undefined. Invalidates
   * fetched data. Only one connection can be redirected at a time.
   * @param isReplayed whether only recordings respond
   */
  lead(connectionId: string, open?: () => Promise<Client>, isReplayed?: boolean): void;
}

export type OpenClient = (target: ClientTarget) => Promise<Client>;

interface ClientRegistryDeps {
  readonly connections: Connections;
  readonly credentials: Credentials;
  readonly emulator: Emulator;
  readonly open: OpenClient;
  readonly readNetwork: ReadNetwork;
  readonly onDidChangeNetwork: Event<void>;
  readonly onCloseError: (error: unknown) => void;
}

interface Entry {
  /** Serialized parameters; a difference means the client is outdated. */
  readonly madeFrom: string;
  readonly client: Promise<Client>;
}

interface RoutedClient {
  readonly id: string;
  readonly open: () => Promise<Client>;
  readonly isReplayed: boolean;
}

/** Caches one client per connection until its parameters change. */
export class ClientRegistry implements Clients, SessionClients, Disposable {
  readonly deps: ClientRegistryDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #subscriptions = new DisposableStore();
  readonly #dropped = new Emitter<string>();
  #led: RoutedClient | undefined;
  /** Id of a connection whose client or credential changed, so that fetched data is outdated. */
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

  isLed(connectionId: string): boolean {
    return this.#led?.id === connectionId;
  }

  isFree(connectionId: string): boolean {
    return isFree(connectionId, this.isLed(connectionId) && this.#led?.isReplayed);
  }

  async inSession(connectionId: string, session: string, isReplayed?: boolean): Promise<Client> {
    const { inSession } = await import('./clientTargets');
    return await inSession(this, connectionId, session, isReplayed);
  }

  async own(connectionId: string): Promise<Client> {
    const connection = this.deps.connections.find(connectionId);
    if (!connection) {
      throw new AppError('unknownConnection', `The connection ${connectionId} no longer exists.`, {
        hint: 'Select another connection.',
      });
    }
    const { emulatorClient, userClient } = await import('./clientTargets');
    return await (connection.id === EMULATOR_ID
      ? emulatorClient(this, connection)
      : userClient(this, connection, fingerprint(connection)));
  }

  lead(id: string, open?: () => Promise<Client>, isReplayed = false): void {
    this.#led = open && { id, open, isReplayed };
    const entry = this.#entries.get(id);
    if (entry) this.#drop(id, entry);
    else this.#dropped.fire(id);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#dropped.dispose();
  }

  /** Returns the cached client or creates one. Ids other than connection ids contain a colon. */
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
      // Session clients are checked on each use; connection ids contain no colon.
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

function fingerprint(connection: Connection): string {
  const { endpoint, uploadEndpoint, apiVersion, auth, project } = connection;
  return JSON.stringify([endpoint, uploadEndpoint, apiVersion, auth, project]);
}

export type ClosedReason = 'needsAccount' | 'needsSignIn' | 'needsScopes';

export type ClosedBy = (
  connection: Connection,
) => Promise<(need: CredentialNeed) => ClosedReason | undefined>;
