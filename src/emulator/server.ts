import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, errorMessage } from '../base/errors';
import { systemClock } from '../base/clock';
import { Control, type Controlled } from './control';
import { serve, type Service } from './exchange';
import { FaultQueue } from './faults';
import { Credentials } from './http/credentials';
import { Guard } from './http/guard';
import { Router } from './http/router';
import { ModelCatalog } from './models';
import { defaultLimits, defaultSpeed, type Emulator, type EmulatorOptions } from './options';
import { Redactor } from './redact';
import { RequestLog } from './requestLog';
import { demoModels } from './seeds/demo';
import type { ModelSeed } from './seeds/model';
import { numberedModels } from './seeds/numbered';
import { loadModels, saveModels } from './store';

const HOST = '127.0.0.1';
const seeds = { demo: demoModels, empty: [] } as const;

/**
 * Starts the service on this machine's loopback address. Throws `AppError` where the port is taken or the
 * data folder can't be used.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const limits = { ...defaultLimits, ...options.limits };
  const apiKey = options.apiKey ?? random('emulator-key');
  const accessToken = options.accessToken ?? random('emulator-token');
  const controlToken = options.controlToken ?? random('emulator-control');
  const clock = options.clock ?? systemClock;
  const on: Controlled = {
    speed: { ...defaultSpeed, ...options.speed },
    models: catalog(options),
    credentials: new Credentials(apiKey, accessToken),
    faults: new FaultQueue(),
    log: new RequestLog(limits.logEntries),
  };
  const server = createServer({
    // The host is checked by the guard, which also answers where there is none.
    requireHostHeader: false,
    headersTimeout: limits.headTimeout,
    connectionsCheckingInterval: Math.max(50, Math.min(1000, limits.headTimeout / 2)),
  });
  server.maxConnections = limits.connections;
  const port = await listen(server, options.port ?? 0);
  const service: Service = {
    ...on,
    guard: new Guard(port, options.allowHosts ?? []),
    router: new Router(),
    control: new Control(on, controlToken),
    redactor: new Redactor([apiKey, accessToken, controlToken]),
    world: { models: on.models },
    limits,
    clock,
    speed: () => on.speed,
    onError: (error) => process.stderr.write(`emulator: ${errorMessage(error)}\n`),
  };
  server.on('request', (request, response) => {
    void serve(service, request, response);
  });
  return {
    baseUrl: `http://${HOST}:${port}`,
    apiKey,
    accessToken,
    controlToken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function catalog(options: EmulatorOptions): ModelCatalog {
  const { dataFolder } = options;
  const fresh: readonly ModelSeed[] = [
    ...seeds[options.seed ?? 'demo'],
    ...numberedModels(options.models ?? 0),
  ];
  if (dataFolder === undefined) return new ModelCatalog(fresh);
  const kept = loadModels(dataFolder) ?? fresh;
  return new ModelCatalog(kept, (models) => saveModels(dataFolder, models));
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
