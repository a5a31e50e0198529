import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { operationRow } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { type Edition, editionOf } from '../api/versions';
import { systemClock } from '../base/clock';
import { errorMessage } from '../base/errors';
import { CONTROL_PATH } from './control';
import { DISCOVERY_PATH } from './discovery';
import { HEALTH_PATH, serve, type Service } from './exchange';
import { Guard, isLoopback, listen, namesOf, parseTarget, Router, type Target } from './http';
import { clientOf, type Credentials, writeClientFile } from './identity/identity';
import { findOpenAi, withKey } from './openai/index';
import { defaultLimits, type Emulator, type EmulatorOptions } from './options';
import { Redactor, RequestStats } from './requestLog';
import { altOf } from './http/wire';
import {
  folderOf,
  newCredentials,
  openSession,
  openSessionState,
  type Session,
  type SessionState,
  type SharedServices,
} from './session';
import { StatusError } from './status';
import { type SocketServer, upgrade } from './upgrade';
import { isUploadPath, uploadRoute } from './upload/upload';
import { JWKS_PATH } from './webhooks/signatures';

const HOST = '127.0.0.1';

/** Request timeout in ms, because large uploads may take hours. */
const UPLOAD_TIMEOUT = 24 * 60 * 60 * 1000;

/**
 * Starts the emulator on loopback and an optional additional address. Throws `AppError` if the port is in
 * use or the data folder is unusable.
 * @param sockets handles Live API sessions; unsupported by default
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
  const main = openSessionState({ options, clock }, '');
  const { state } = main.world;
  const client = clientOf(state);
  const { tls } = options;
  const listeners = await listen(options.port ?? 0, options.host, {
    ...tls,
    connections: limits.connections,
    // The guard checks the host and responds if the header is missing.
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
  const tally = new RequestStats();
  const sessions = new Sessions(
    {
      options,
      limits,
      clock,
      origin,
      client,
      apiKey,
      accessToken,
      controlToken,
      guard: new Guard(port, { scheme, names, allowHosts: options.allowHosts ?? [] }),
      router: new Router(options.profile ?? 'current'),
      redactor: new Redactor([apiKey, accessToken, controlToken]),
      tally,
      onUnknown: options.allowUnknownFields ? createProblemReporter() : undefined,
      onError: (error) => process.stderr.write(`emulator: ${errorMessage(error)}\n`),
    },
    main,
  );
  listeners.serve({
    upgrade: (...wish) => upgrade(sockets, sessions.of(wish[0]), wish),
    request: (request, response) => void serve(sessions.of(request), request, response),
  });
  return {
    baseUrl: origin,
    apiKey,
    accessToken,
    clientSecretFile: clientFile.path,
    controlToken,
    served: () => tally.served(),
    logs: () => sessions.logs(),
    answers: () => tally.answers(),
    openAddresses: names.map((name) => `${scheme}://${name}:${port}`),
    close: async () => {
      await Promise.all([listeners.close(), sockets?.close()]);
      await sessions.close();
      clientFile.remove();
    },
  };
}

/** Reports each unknown field name once, as a request may contain millions. */
function createProblemReporter(): (problem: string) => void {
  const told = new Set<string>();
  return (problem) => {
    if (told.has(problem) || told.size >= MAX_REPORTED) return;
    told.add(problem);
    process.stderr.write(`emulator: Ignored the unknown field ${problem}.\n`);
  };
}

const MAX_REPORTED = 100;

function random(prefix: string): string {
  return `${prefix}-${randomBytes(18).toString('hex')}`;
}

/**
 * Matches the path of a named session and its rest. Excludes `.` and `..`, which are path segments.
 */
const SESSION_PATH = /^\/s\/(?!\.{1,2}(?:[/?]|$))([\w.~-]{1,64})(?=[/?]|$)(.*)$/s;

const SESSION_LIKE_PATH = /^\/s\/[^/?]/;

/** Maximum number of emulator sessions, as each uses memory. */
const MAX_SESSIONS = 10_000;

/**
 * The emulator sessions: `http://127.0.0.1:PORT` and `…/s/NAME`, created by the first accepted
 * request. They share only port and credentials, so that tests run in parallel.
 */
class Sessions {
  readonly #shared: SharedServices;
  readonly #main: Session;
  readonly #named = new Map<string, Session>();
  readonly #newcomers: Credentials;
  /** Whether sessions start with recordings or an upstream, which check credentials themselves. */
  readonly #beginsStoodIn: boolean;

  constructor(shared: SharedServices, main: SessionState) {
    this.#shared = shared;
    this.#main = openSession(shared, main, '');
    this.#newcomers = newCredentials(shared);
    this.#beginsStoodIn = this.#main.service.standIn?.isOn === true;
  }

  /**
   * Returns the session of a request and strips its prefix from the URL. Never throws: errors become a
   * response.
   */
  of(request: IncomingMessage): Service {
    const [, name, rest = ''] = SESSION_PATH.exec(request.url ?? '') ?? [];
    if (name === undefined) {
      const isMeant = SESSION_LIKE_PATH.test(request.url ?? '');
      return isMeant ? rejectingService(this.#main.service, badName()) : this.#main.service;
    }
    const url = rest.startsWith('/') ? rest : `/${rest}`;
    try {
      const known = this.#named.get(name);
      if (!known) this.#admit(name, request, url);
      const session = known ?? this.#open(name);
      request.url = url;
      return session.service;
    } catch (error) {
      return rejectingService(this.#main.service, error);
    }
  }

  logs(): ReturnType<Emulator['logs']> {
    const all = [['', this.#main] as const, ...this.#named];
    return new Map(all.map(([name, { service }]) => [name, service.log.entries(0)]));
  }

  async close(): Promise<void> {
    await Promise.all([this.#main, ...this.#named.values()].map((session) => session.close()));
  }

  #admit(name: string, { method, headers, rawHeaders }: IncomingMessage, url: string): void {
    const { service } = this.#main;
    const folder = folderOf(name, this.#shared.options.dataFolder);
    // An existing data folder may contain sign-ins.
    const isThere = folder !== undefined && existsSync(folder);
    if (isThere || this.#beginsStoodIn) service.guard.check({ method, headers, rawHeaders, url });
    else admitNewSession(service, this.#newcomers, { method, headers, rawHeaders, url });
  }

  #open(name: string): Session {
    if (this.#named.size >= MAX_SESSIONS) {
      throw new StatusError(429, `The emulator has reached its limit of ${MAX_SESSIONS} sessions.`);
    }
    const opened = openSession(this.#shared, openSessionState(this.#shared, name), `/s/${name}`);
    this.#named.set(name, opened);
    return opened;
  }
}

/** Returns a readable error. Otherwise the path would be unknown and the response empty. */
function badName(): StatusError {
  return new StatusError(
    404,
    'The URL has no valid session name. Names have 1 to 64 letters, digits, dots, dashes, underscores, and tildes.',
  );
}

function rejectingService(service: Service, error: unknown): Service {
  const guard = {
    check: () => {
      throw error;
    },
  };
  return { ...service, guard };
}

/**
 * Throws `StatusError` for requests that may not create an emulator session: cross-site requests or requests
 * without valid credentials. The session checks later requests.
 * @param service of the main session
 * @param credentials of a session without sign-ins
 * @param request with its URL inside the session
 */
function admitNewSession(
  service: Pick<Service, 'control' | 'guard' | 'identity' | 'profile' | 'router'>,
  credentials: Credentials,
  request: Parameters<Service['guard']['check']>[0],
): void {
  service.guard.check(request);
  const url = parseTarget(request.url ?? '');
  if (url.path.startsWith(CONTROL_PATH)) service.control.requireToken(request);
  else if (!isOpen(service, url)) {
    const isOpenAi = findOpenAi(request.method ?? '', url.path) !== undefined;
    const headers = isOpenAi ? withKey(request.headers) : request.headers;
    const { row, version } = askedFor(service, request, url);
    credentials.check(headers, url.query, row, version);
  }
}

/** Whether a path needs no authentication. An upload URL is itself a credential. */
function isOpen({ identity }: Pick<Service, 'identity'>, { path, query }: Target): boolean {
  return (
    path === HEALTH_PATH ||
    path === JWKS_PATH ||
    path.startsWith(DISCOVERY_PATH) ||
    identity.serves(path) ||
    (isUploadPath(path) && query.has('upload_id'))
  );
}

/** Returns the API method for the error message. Default: the most common one. */
function askedFor(
  { router, profile }: Pick<Service, 'profile' | 'router'>,
  { method = '' }: Pick<IncomingMessage, 'method'>,
  { path, query }: Target,
): { readonly row: OperationRow; readonly version: Edition } {
  return (
    (isUploadPath(path)
      ? uploadRoute(path, profile)
      : router.find(method, path, altOf(query) === 'media')) ?? {
      row: operationRow('models.generateContent'),
      version: editionOf('v1beta', profile),
    }
  );
}
