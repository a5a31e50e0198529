import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { systemClock } from '../base/clock';
import { errorMessage } from '../base/errors';
import { admitFirst } from './admission';
import { serve, type Service } from './exchange';
import { Guard, isLoopback, listen, namesOf, Router } from './http';
import { clientOf, type Credentials, writeClientFile } from './identity/identity';
import { defaultLimits, type Emulator, type EmulatorOptions } from './options';
import { Redactor } from './requestLog';
import {
  folderOf,
  newCredentials,
  openSession,
  openWorld,
  type Session,
  type SessionWorld,
  type Shared,
} from './session';
import { OpenFiles } from './state';
import { StatusError } from './status';
import { Tally } from './tally';
import { type SocketServer, upgrade } from './upgrade';

const HOST = '127.0.0.1';

/** Milliseconds that one request may take to arrive: a big file over a slow line needs hours. */
const UPLOAD_TIMEOUT = 24 * 60 * 60 * 1000;

/**
 * Starts the service on this machine's loopback addresses, and on one more where the options have it. Throws `AppError`
 * where the port is taken or the data folder can't be used.
 * @param sockets serves live sessions, and is closed with the emulator; without it, there are none.
 */
export async function startEmulator(
  options: EmulatorOptions = {},
  sockets?: SocketServer,
): Promise<Emulator> {
  const apiKey = options.apiKey ?? random('emulator-key');
  const accessToken = options.accessToken ?? random('emulator-token');
  const controlToken = options.controlToken ?? random('emulator-control');
  const clock = options.clock ?? systemClock;
  const limits = { ...defaultLimits, ...options.limits };
  const files = new OpenFiles();
  const main = await openWorld({ options, clock, files }, '');
  const { state } = main.world;
  const client = clientOf(state);
  const { tls } = options;
  const listeners = await listen(options.port ?? 0, options.host, {
    ...tls,
    connections: limits.connections,
    // The host is checked by the guard, which also answers where there is none.
    requireHostHeader: false,
    headersTimeout: limits.headTimeout,
    requestTimeout: UPLOAD_TIMEOUT,
    connectionsCheckingInterval: Math.max(50, Math.min(1000, limits.headTimeout / 2)),
  });
  const { port } = listeners;
  const names = options.host === undefined || isLoopback(options.host) ? [] : namesOf(options.host);
  const scheme = tls ? 'https' : 'http';
  const origin = `${scheme}://${HOST}:${port}`;
  const clientFile = writeClientFile(client, origin, main.folder);
  const tally = new Tally();
  const sessions = new Sessions(
    {
      ...{ options, limits, clock, origin, files, client, apiKey, accessToken, controlToken },
      guard: new Guard(port, { scheme, names, allowHosts: options.allowHosts ?? [] }),
      router: new Router(options.profile ?? 'current'),
      redactor: new Redactor([apiKey, accessToken, controlToken]),
      tally,
      onUnknown: options.allowUnknownFields ? tellOnce() : undefined,
      onError: (error) => process.stderr.write(`emulator: ${errorMessage(error)}\n`),
    },
    main,
  );
  listeners.serve({
    upgrade: (...wish) => {
      void sessions.of(wish[0]).then((service) => upgrade(sockets, service, wish));
    },
    request: (request, response) => {
      void sessions.of(request).then((service) => serve(service, request, response));
    },
  });
  return {
    baseUrl: origin,
    apiKey,
    accessToken,
    clientSecretFile: clientFile.path,
    controlToken,
    isKept: state.isKept,
    served: () => tally.served(),
    answers: () => tally.answers(),
    openAddresses: names.map((name) => `${scheme}://${name}:${port}`),
    close: async () => {
      await Promise.all([listeners.close(), sockets?.close()]);
      await sessions.close();
      clientFile.remove();
    },
  };
}

/** One line for each name that is left out, however often it comes; a request can hold millions of them. */
function tellOnce(): (problem: string) => void {
  const told = new Set<string>();
  return (problem) => {
    if (told.has(problem) || told.size >= MOST_TOLD) return;
    told.add(problem);
    process.stderr.write(`emulator: The unknown name ${problem} is taken and left out.\n`);
  };
}

const MOST_TOLD = 100;

function random(prefix: string): string {
  return `${prefix}-${randomBytes(18).toString('hex')}`;
}

/** What addresses of a named session begin with, and what follows for the service. `.` and `..` are steps in an address. */
const NAMED = /^\/s\/(?!\.{1,2}(?:[/?]|$))([\w.~-]{1,64})(?=[/?]|$)(.*)$/s;

/** An address that would be one of a session. */
const MEANT = /^\/s\/[^/?]/;

/** A program that takes a new name for each test is none that forgets to: every session has a service in memory. */
const MOST = 10_000;

/**
 * The sessions of an emulator: `http://127.0.0.1:PORT` is one, and every `http://127.0.0.1:PORT/s/NAME` another, which
 * begins with the first request that is let in. They share nothing but the port and the credentials, so that tests run beside each
 * other.
 */
class Sessions {
  readonly #shared: Shared;
  readonly #main: Session;
  readonly #named = new Map<string, Promise<Session>>();
  readonly #newcomers: Credentials;
  /** Whether sessions begin with recordings or an upstream, which judge credentials themselves. */
  readonly #beginsStoodIn: boolean;

  constructor(shared: Shared, main: SessionWorld) {
    this.#shared = shared;
    this.#main = openSession(shared, main, '');
    this.#newcomers = newCredentials(shared);
    this.#beginsStoodIn = this.#main.service.standIn?.isOn === true;
  }

  /**
   * The service that a request is for; its address is from now on the one within that service. Never rejects: where there
   * is none, the answer is an error.
   */
  async of(request: IncomingMessage): Promise<Service> {
    const [, name, rest = ''] = NAMED.exec(request.url ?? '') ?? [];
    if (name === undefined) {
      const isMeant = MEANT.test(request.url ?? '');
      return isMeant ? refusing(this.#main.service, badName()) : this.#main.service;
    }
    const url = rest.startsWith('/') ? rest : `/${rest}`;
    try {
      const known = this.#named.get(name);
      if (!known) this.#admit(name, request, url);
      const session = await (known ?? this.#open(name));
      request.url = url;
      return session.service;
    } catch (error) {
      return refusing(this.#main.service, error);
    }
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    const named = await Promise.allSettled(this.#named.values());
    const open = named.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all([this.#main, ...open].map((session) => session.close()));
  }

  /** Throws what a request is refused with that would begin a session. */
  #admit(name: string, { method, headers, rawHeaders }: IncomingMessage, url: string): void {
    const { service } = this.#main;
    const folder = folderOf(name, this.#shared.options.dataFolder);
    // Somebody may have signed in there.
    const isThere = folder !== undefined && existsSync(folder);
    if (isThere || this.#beginsStoodIn) service.guard.check({ method, headers, rawHeaders, url });
    else admitFirst(service, this.#newcomers, { method, headers, rawHeaders, url });
  }

  #open(name: string): Promise<Session> {
    if (this.#named.size >= MOST) {
      throw new StatusError(
        429,
        `The emulator has ${MOST} sessions, which is as many as it takes.`,
      );
    }
    const opened = openWorld(this.#shared, name).then((world) =>
      openSession(this.#shared, world, `/s/${name}`),
    );
    this.#named.set(name, opened);
    // Its data may be usable again the next time.
    opened.catch(() => this.#named.delete(name));
    return opened;
  }
}

/** Otherwise it would be a path that nobody knows, with an answer that has nothing to read in it. */
function badName(): StatusError {
  return new StatusError(
    404,
    'The address names no session: names have 1 to 64 letters, digits, dots, dashes, underlines and tildes.',
  );
}

/** A service that lets nobody in. */
function refusing(service: Service, error: unknown): Service {
  const guard = {
    check: () => {
      throw error;
    },
  };
  return { ...service, guard };
}
