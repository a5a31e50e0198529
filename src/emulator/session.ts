import { join } from 'node:path';
import type { Clock } from '../base/clock';
import { MockRegistry, EMPTY_RULES } from './answers';
import { DEFAULT_BATCH_SPEED, setBatchSpeed } from './batches/batch';
import { Control } from './control';
import type { ControlTarget } from './controlActions';
import type { Service } from './exchange';
import { FaultQueue, UploadFaults } from './faultInjection';
import { addFault } from './faultKinds';
import { LiveSessions, RequestEvents } from './openRequests';
import type { Guard, Router } from './http';
import {
  Credentials,
  defaultIdentitySettings,
  Grants,
  Identity,
  type OAuthClient,
} from './identity/identity';
import {
  DEFAULT_INTERACTION_DAYS,
  DEFAULT_INTERACTION_SPEED,
  setInteractions,
} from './interactions';
import { ModelCatalog } from './models';
import { defaultSpeed, type EmulatorOptions, type Limits } from './options';
import { Quotas } from './quotas';
import { type Redactor, RequestLog, type RequestStats } from './requestLog';
import {
  type HandlerContext,
  Ids,
  PromptPrefixCache,
  ServerTime,
  Visibility,
  onFault,
} from './handlerContext';
import { addNumberedCorpus, builtInModels, numberedModels, addSampleData } from './seeds/seeds';
import { openState, type State } from './state';
import { DEFAULT_TUNING_SPEED, setTuningSpeed } from './tuning/training';
import { UploadFolder, Uploads } from './upload/upload';
import { WebhookSender } from './webhooks/webhookSender';

export interface SharedServices {
  readonly options: EmulatorOptions;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly origin: string;
  readonly guard: Guard;
  readonly router: Router;
  readonly redactor: Redactor;
  readonly tally: RequestStats;
  readonly apiKey: string;
  readonly accessToken: string;
  readonly controlToken: string;
  readonly client: OAuthClient;
  readonly onError: (error: unknown) => void;
  /** Reports unknown request fields, which are then ignored. If undefined, they are rejected. */
  readonly onUnknown: ((problem: string) => void) | undefined;
}

export interface SessionState {
  readonly world: HandlerContext;
  readonly folder: string | undefined;
}

/** An emulator session with its own resources, clock, faults, quotas and log. */
export interface Session {
  readonly service: Service;
  close(): Promise<void>;
}

/** Name prefix of temporary sessions, which aren't saved. */
const PASSING = '~';

/**
 * Opens the state of an emulator session and adds sample data if new.
 * @param name empty for the main session, whose folder already exists.
 * @throws AppError if the data folder is unusable.
 */
export function openSessionState(
  { options, clock }: Pick<SharedServices, 'options' | 'clock'>,
  name: string,
): SessionState {
  const folder = folderOf(name, options.dataFolder);
  const state = openState(folder, name !== '');
  const world = createHandlerContext(state, options, clock);
  state.prepared();
  return { world, folder };
}

export function folderOf(name: string, dataFolder: string | undefined): string | undefined {
  if (dataFolder === undefined || name.startsWith(PASSING)) return undefined;
  return name === '' ? dataFolder : join(dataFolder, 'sessions', name);
}

function createHandlerContext(
  state: State,
  options: EmulatorOptions,
  clock: Clock,
): HandlerContext {
  const time = new ServerTime(clock, options.fixedTime);
  const world = {
    models: new ModelCatalog(state, time, builtInModels()),
    state,
    time,
    visibility: new Visibility(time),
    sentBeginnings: new PromptPrefixCache(time),
    answers: new MockRegistry(options.answers ?? EMPTY_RULES),
    ids: new Ids(options.randomSeed),
  };
  world.models.isNewProject = options.newProject ?? false;
  addSampleData(world, options.seed ?? 'demo');
  const numbered = numberedOf(options);
  world.models.add(numberedModels(numbered.models));
  addNumberedCorpus(world, numbered);
  setTuningSpeed(world, options.tuningSpeed ?? DEFAULT_TUNING_SPEED);
  setBatchSpeed(world, options.batchSpeed ?? DEFAULT_BATCH_SPEED);
  setInteractions(world, {
    tokensPerSecond: options.interactionSpeed ?? DEFAULT_INTERACTION_SPEED,
    days: options.interactionDays ?? DEFAULT_INTERACTION_DAYS,
  });
  options.prepare?.(world);
  return world;
}

/**
 * Creates an emulator session.
 * @param prefix path prefix, such as `/s/NAME`. Empty for the main session.
 */
export function openSession(
  shared: SharedServices,
  { world, folder }: SessionState,
  prefix: string,
): Session {
  const { options, limits, client } = shared;
  const { state, time, models } = world;
  const issuer = `${shared.origin}${prefix}`;
  const grants = new Grants(state, time, shared.accessToken);
  const log = new RequestLog(limits.logEntries);
  const on: ControlTarget = {
    speed: { ...defaultSpeed, ...options.speed },
    numbered: numberedOf(options),
    world,
    models,
    credentials: credentialsOf(shared, grants),
    grants,
    signIn: { ...defaultIdentitySettings },
    faults: new FaultQueue(),
    quotas: new Quotas(time, options.quotas),
    uploadFaults: new UploadFaults(),
    uploads: new Uploads(state, time, new UploadFolder(folder), limits.uploadGranularity),
    live: new LiveSessions(),
    log,
    followers: new RequestEvents(log),
    standIn: options.standIn?.(prefix.replace(/^\/s\//, '')),
    holds: options.holds,
  };
  for (const fault of options.faults ?? []) addFault(on, fault);
  onFault(world, shared.onError);
  const courier = new WebhookSender(world, issuer, shared.onError);
  courier.start();
  return {
    service: {
      ...on,
      prefix,
      limits,
      world,
      clock: shared.clock,
      guard: shared.guard,
      profile: options.profile ?? 'current',
      router: shared.router,
      control: new Control(on, shared.controlToken),
      identity: new Identity(world, on.faults, { client, grants, settings: on.signIn, issuer }),
      redactor: shared.redactor,
      tally: shared.tally,
      speed: () => on.speed,
      onError: shared.onError,
      onUnknown: shared.onUnknown,
    },
    close: async () => {
      await Promise.all([on.uploads.close(), courier.stop()]);
      on.standIn?.close();
      state.close();
    },
  };
}

function credentialsOf(
  { options, apiKey }: Pick<SharedServices, 'apiKey' | 'options'>,
  grants: Grants,
) {
  return new Credentials(apiKey, grants, {
    isStrict: options.apiKey !== undefined,
    tunedModelsAcceptKeys: options.tunedModelsAcceptKeys ?? false,
  });
}

export function newCredentials(shared: SharedServices): Credentials {
  const { clock, accessToken } = shared;
  const grants = new Grants(openState(undefined), new ServerTime(clock), accessToken);
  return credentialsOf(shared, grants);
}

function numberedOf({
  models = 0,
  documents = 0,
  chunks = 0,
}: EmulatorOptions): ControlTarget['numbered'] {
  return { models, documents, chunks };
}
