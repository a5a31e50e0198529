import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../base/clock';
import { AppError, errorMessage } from '../base/errors';
import { DEFAULT_BATCH_SPEED, setBatchSpeed } from './batches';
import { Control, type Controlled } from './control';
import { serve, type Service } from './exchange';
import { FaultQueue } from './faultInjection';
import { addFault } from './faultKinds';
import { Guard, Router } from './http';
import {
  clientOf,
  Credentials,
  defaultIdentitySettings,
  Grants,
  Identity,
  writeClientFile,
} from './identity/identity';
import {
  DEFAULT_INTERACTION_DAYS,
  DEFAULT_INTERACTION_SPEED,
  setInteractions,
} from './interactions';
import { refuseUpgrade } from './liveRefusal';
import { ModelCatalog } from './models';
import { defaultLimits, defaultSpeed, type Emulator, type EmulatorOptions } from './options';
import { Quotas } from './quotas';
import { Redactor, RequestLog } from './requestLog';
import { SentBeginnings } from './sentBeginnings';
import { addNumberedCorpus, builtInModels, numberedModels, seedWorld } from './seeds/seeds';
import { openState } from './state';
import { DEFAULT_TUNING_SPEED, setTuningSpeed } from './tuning';
import { UploadFaults, UploadFolder, Uploads } from './upload/upload';
import { Courier } from './webhooks';
import { Ids, ServiceTime, Visibility } from './world';

const HOST = '127.0.0.1';

/** Milliseconds that one request may take to arrive: a big file over a slow line needs hours. */
const UPLOAD_TIMEOUT = 24 * 60 * 60 * 1000;

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
  const profile = options.profile ?? 'current';
  const state = await openState(options.dataFolder);
  const folder = state.isKept ? options.dataFolder : undefined;
  const time = new ServiceTime(clock, options.fixedTime);
  const world = {
    models: new ModelCatalog(state, time, builtInModels()),
    state,
    time,
    visibility: new Visibility(time),
    sentBeginnings: new SentBeginnings(time),
    ids: new Ids(options.randomSeed),
  };
  world.models.isNewProject = options.newProject ?? false;
  seedWorld(world, options.seed ?? 'demo');
  const numbered = {
    models: options.models ?? 0,
    documents: options.documents ?? 0,
    chunks: options.chunks ?? 0,
  };
  world.models.add(numberedModels(numbered.models));
  addNumberedCorpus(world, numbered);
  setTuningSpeed(world, options.tuningSpeed ?? DEFAULT_TUNING_SPEED);
  setBatchSpeed(world, options.batchSpeed ?? DEFAULT_BATCH_SPEED);
  setInteractions(world, {
    tokensPerSecond: options.interactionSpeed ?? DEFAULT_INTERACTION_SPEED,
    days: options.interactionDays ?? DEFAULT_INTERACTION_DAYS,
  });
  options.prepare?.(world);
  const client = clientOf(state);
  const grants = new Grants(state, world.time, accessToken);
  const on: Controlled = {
    speed: { ...defaultSpeed, ...options.speed },
    numbered,
    world,
    models: world.models,
    credentials: new Credentials(apiKey, grants, options.tunedModelsAcceptKeys ?? false),
    grants,
    signIn: { ...defaultIdentitySettings },
    faults: new FaultQueue(),
    quotas: new Quotas(time, options.quotas),
    uploadFaults: new UploadFaults(),
    uploads: new Uploads(state, world.time, new UploadFolder(folder), limits.uploadGranularity),
    log: new RequestLog(limits.logEntries),
  };
  for (const fault of options.faults ?? []) addFault(on, fault);
  const server = createServer({
    // The host is checked by the guard, which also answers where there is none.
    requireHostHeader: false,
    headersTimeout: limits.headTimeout,
    requestTimeout: UPLOAD_TIMEOUT,
    connectionsCheckingInterval: Math.max(50, Math.min(1000, limits.headTimeout / 2)),
  });
  server.maxConnections = limits.connections;
  const port = await listen(server, options.port ?? 0);
  const baseUrl = `http://${HOST}:${port}`;
  const clientFile = writeClientFile(client, baseUrl, folder);
  const service: Service = {
    ...on,
    guard: new Guard(port, options.allowHosts ?? []),
    profile,
    router: new Router(profile),
    control: new Control(on, controlToken),
    identity: new Identity(world, on.faults, {
      client,
      grants,
      settings: on.signIn,
      issuer: baseUrl,
    }),
    redactor: new Redactor([apiKey, accessToken, controlToken]),
    world,
    limits,
    clock,
    speed: () => on.speed,
    onError: (error) => process.stderr.write(`emulator: ${errorMessage(error)}\n`),
  };
  const courier = new Courier(world, baseUrl, service.onError);
  courier.start();
  server.on('upgrade', (request, socket) => {
    refuseUpgrade(service, request, socket);
  });
  server.on('request', (request, response) => {
    void serve(service, request, response);
  });
  return {
    baseUrl,
    apiKey,
    accessToken,
    clientSecretFile: clientFile.path,
    controlToken,
    isKept: state.isKept,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          void Promise.all([on.uploads.close(), courier.stop()]).then(() => {
            state.close();
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
