import { randomBytes } from 'node:crypto';
import { systemClock } from '../base/clock';
import { errorMessage } from '../base/errors';
import { serve } from './exchange';
import { Guard, isLoopback, listen, namesOf, Router } from './http';
import { clientOf, writeClientFile } from './identity/identity';
import { defaultLimits, type Emulator, type EmulatorOptions } from './options';
import { Redactor } from './requestLog';
import { openWorld } from './session';
import { Sessions } from './sessions';
import { OpenFiles } from './state';
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
