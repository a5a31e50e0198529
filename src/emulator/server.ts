import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../base/clock';
import { AppError, errorMessage } from '../base/errors';
import { serve } from './exchange';
import { Guard, Router } from './http';
import { clientOf, writeClientFile } from './identity/identity';
import { refuseUpgrade } from './liveRefusal';
import { defaultLimits, type Emulator, type EmulatorOptions } from './options';
import { Redactor } from './requestLog';
import { openWorld } from './session';
import { Sessions } from './sessions';
import { Tally } from './tally';

const HOST = '127.0.0.1';

/** Milliseconds that one request may take to arrive: a big file over a slow line needs hours. */
const UPLOAD_TIMEOUT = 24 * 60 * 60 * 1000;

/**
 * Starts the service on this machine's loopback address. Throws `AppError` where the port is taken or the
 * data folder can't be used.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const apiKey = options.apiKey ?? random('emulator-key');
  const accessToken = options.accessToken ?? random('emulator-token');
  const controlToken = options.controlToken ?? random('emulator-control');
  const clock = options.clock ?? systemClock;
  const limits = { ...defaultLimits, ...options.limits };
  const main = await openWorld({ options, clock }, '');
  const { state } = main.world;
  const client = clientOf(state);
  const server = createServer({
    // The host is checked by the guard, which also answers where there is none.
    requireHostHeader: false,
    headersTimeout: limits.headTimeout,
    requestTimeout: UPLOAD_TIMEOUT,
    connectionsCheckingInterval: Math.max(50, Math.min(1000, limits.headTimeout / 2)),
  });
  server.maxConnections = limits.connections;
  const port = await listen(server, options.port ?? 0);
  const origin = `http://${HOST}:${port}`;
  const clientFile = writeClientFile(client, origin, main.folder);
  const tally = new Tally();
  const sessions = new Sessions(
    {
      ...{ options, limits, clock, origin, client, apiKey, accessToken, controlToken },
      guard: new Guard(port, options.allowHosts ?? []),
      router: new Router(options.profile ?? 'current'),
      redactor: new Redactor([apiKey, accessToken, controlToken]),
      tally,
      onError: (error) => process.stderr.write(`emulator: ${errorMessage(error)}\n`),
    },
    main,
  );
  server.on('upgrade', (request, socket) => {
    void sessions.of(request).then((service) => refuseUpgrade(service, request, socket));
  });
  server.on('request', (request, response) => {
    void sessions.of(request).then((service) => serve(service, request, response));
  });
  return {
    baseUrl: origin,
    apiKey,
    accessToken,
    clientSecretFile: clientFile.path,
    controlToken,
    isKept: state.isKept,
    served: () => tally.served(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          void sessions.close().then(() => {
            clientFile.remove();
            resolve();
          });
        });
        server.closeAllConnections();
      }),
  };
}

function random(prefix: string): string {
  return `${prefix}-${randomBytes(18).toString('hex')}`;
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE';
      const what = busy ? `Port ${port} is already in use.` : `Cannot listen: ${error.message}.`;
      reject(
        new AppError(busy ? 'portBusy' : 'cannotListen', what, {
          hint: 'Choose another port with --port, or leave it out for a free one.',
          cause: error,
        }),
      );
    });
    server.listen(port, HOST, resolve);
  });
  return (server.address() as AddressInfo).port;
}
