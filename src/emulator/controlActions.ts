import type { JsonObject, JsonValue } from '../api/schema/row';
import { GEMINI } from '../api/versions';
import { isObject, textAt } from '../base/json';
import type { Speed } from './call';
import { checkMocks, setMockFiles, setMocks, listMocks } from './answers/control';
import { batchSpeed, setBatchSpeed } from './batches/batch';
import { findScope } from './caller';
import { EARLIEST, flag, LATEST, parseTime, positive, whole, wrong } from './controlValues';
import type { FaultQueue, UploadFaults } from './faultInjection';
import { addFault, faultProblem } from './faultKinds';
import type { KeepAliveClients, LiveSessions, RequestEvents } from './openRequests';
import type { Target } from './http';
import type { Credentials, Grants, IdentitySettings } from './identity/identity';
import { interactionSettings, setInteractions } from './interactions';
import type { ModelCatalog, ModelSeed } from './models';
import type { SeedName } from './options';
import { type Quotas, readQuotas } from './quotas';
import type { LogEntry, RequestLog } from './requestLog';
import { type Numbered, numberedModels, resetData, seedNameOf, seedNames } from './seeds/seeds';
import type { ResponseSource } from './responseSource';
import { StatusError } from './status';
import { setTuningSpeed, tuningSpeed } from './tuning/training';
import type { Uploads } from './upload/upload';
import { resend, listDeliveries } from './webhooks/deliveries';
import type { ServerTime, HandlerContext } from './handlerContext';

export interface ControlTarget {
  speed: Speed;
  readonly numbered: Numbered;
  readonly world: HandlerContext;
  readonly models: ModelCatalog;
  readonly credentials: Credentials;
  readonly grants: Grants;
  readonly signIn: IdentitySettings;
  readonly faults: FaultQueue;
  readonly quotas: Quotas;
  readonly uploadFaults: UploadFaults;
  readonly uploads: Uploads;
  readonly live: LiveSessions;
  readonly log: RequestLog;
  readonly followers: RequestEvents;
  readonly standIn?: ResponseSource | undefined;
  readonly holds?: KeepAliveClients | undefined;
}

export type Action = (on: ControlTarget, body: JsonObject, target: Target) => JsonObject;

export const actions: { readonly [route: string]: Action } = {
  'GET state': (on) => state(on),
  'POST speed': (on, body) => {
    const wanted = { ...on.speed, ...body };
    on.speed = { latency: positive(wanted, 'latency'), rate: positive(wanted, 'rate') };
    return state(on);
  },
  'POST faults': (on, body) => {
    addFault(on, body);
    return state(on);
  },
  'DELETE faults': (on) => {
    on.faults.clear();
    on.uploadFaults.clear();
    return state(on);
  },
  'POST quotas': (on, body) => {
    on.quotas.settings = readQuotas(body);
    on.quotas.clear();
    return state(on);
  },
  'POST reset': (on) => {
    reset(on);
    return state(on);
  },
  'POST seed': (on, body) => {
    const seed = seedNames.find((name) => name === body.seed);
    if (!seed) throw wrong(`seed must be one of ${seedNames.join(', ')}.`);
    reset(on, seed);
    return state(on);
  },
  'GET deliveries': (on) => ({ deliveries: listDeliveries(on.world) }),
  'POST deliveries': (on, { id }) => {
    if (typeof id !== 'string') throw wrong('id must be the ID of a delivery.');
    resend(on.world, id);
    return { deliveries: listDeliveries(on.world) };
  },
  'GET mocks': (on) => listMocks(on.world.answers),
  'POST mocks': (on, body) => {
    if (typeof body.check === 'string') {
      return checkMocks(textAt(body, 'file'), body.check, faultProblem);
    }
    if (body.files !== undefined) {
      const files = list(body.files).map(String);
      return setMockFiles(
        on.world.answers,
        files,
        flag({ keeps: body.keeps ?? false }, 'keeps'),
        faultProblem,
      );
    }
    setMocks(on.world.answers, body, faultProblem);
    return listMocks(on.world.answers);
  },
  'DELETE mocks': (on) => {
    on.world.answers.clear();
    return listMocks(on.world.answers);
  },
  'GET log': (on, _body, { query }) => ({
    entries: on.log
      .entries(Number(query.get('after') ?? 0))
      .filter((entry) => isWanted(entry, query)) as unknown as JsonValue,
  }),
  'GET followers': ({ followers }) => ({ count: followers.count }),
  'GET holds': ({ holds }) => ({ count: holds?.count ?? 0 }),
  'POST stop': ({ holds }) => {
    if (!holds) throw wrong('The process that started the emulator also stops it.');
    holds.stop();
    return { count: holds.count };
  },
  'DELETE log': (on) => {
    on.log.clear();
    return state(on);
  },
  'POST key': (on, body) => {
    const { credentials } = on;
    const wanted = { expired: credentials.keyExpired, strict: credentials.isStrict, ...body };
    credentials.keyExpired = flag(wanted, 'expired');
    credentials.isStrict = flag(wanted, 'strict');
    return state(on);
  },
  'POST sign-in': (on, body) => {
    setSignIn(on.signIn, body);
    return state(on);
  },
  'POST expire-tokens': (on, body) => {
    on.grants.expire(flag({ grants: body.grants ?? false }, 'grants'));
    return state(on);
  },
  'POST uploads': (on, body) => {
    on.uploads.granularity = Math.max(1, positive(body, 'granularity'));
    return state(on);
  },
  'POST clock': (on, body) => {
    setClock(on.world.time, body);
    return state(on);
  },
  'POST tuning': (on, body) => {
    setTuningSpeed(on.world, positive(body, 'stepsPerSecond'));
    return state(on);
  },
  'POST batches': (on, body) => {
    setBatchSpeed(on.world, positive(body, 'requestsPerSecond'));
    return state(on);
  },
  'POST interactions': (on, body) => {
    const wanted = { ...interactionSettings(on.world), ...body };
    setInteractions(on.world, {
      tokensPerSecond: positive(wanted, 'tokensPerSecond'),
      days: positive(wanted, 'days'),
    });
    return state(on);
  },
  'POST live': (on, body) => {
    on.live.connectionSeconds = positive(
      { connectionSeconds: on.live.connectionSeconds, ...body },
      'connectionSeconds',
    );
    if (body.goAwaySeconds !== undefined) on.live.goAway(positive(body, 'goAwaySeconds'));
    return state(on);
  },
  'POST models': (on, body) => {
    const numbered = numberedModels(whole(body, 'count', 0));
    on.models.add([...numbered, ...list(body.models).map(readModel)]);
    return state(on);
  },
  'POST project': (on, body) => {
    on.models.isNewProject = flag(body, 'isNew');
    return state(on);
  },
  'DELETE models': (on, _body, { query }) => {
    const name = query.get('name') ?? '';
    if (!on.models.remove(name)) throw new StatusError(404, `The model ${name} doesn’t exist.`);
    return state(on);
  },
};

const LOG_FILTERS = ['operation', 'status', 'answeredBy', 'mock'] as const;

function isWanted(entry: LogEntry, query: URLSearchParams): boolean {
  return LOG_FILTERS.every((name) => {
    const wanted = query.get(name);
    return wanted === null || wanted === String(entry[name] ?? '');
  });
}

function reset(on: ControlTarget, seed?: SeedName): void {
  on.faults.clear();
  on.uploadFaults.clear();
  on.quotas.clear();
  on.uploads.removeContents();
  resetData(on.world, on.numbered, seed);
}

function state(on: ControlTarget): JsonObject {
  const { speed, models, credentials } = on;
  return {
    isKept: on.world.state.isKept,
    seed: seedNameOf(on.world) ?? null,
    time: on.world.time.stamp(),
    speed: { ...speed },
    tuning: { stepsPerSecond: tuningSpeed(on.world) },
    batches: { requestsPerSecond: batchSpeed(on.world) },
    interactions: { ...interactionSettings(on.world) },
    live: { connectionSeconds: on.live.connectionSeconds, open: on.live.size },
    models: models.size,
    isNewProject: models.isNewProject,
    keyExpired: credentials.keyExpired,
    keyIsStrict: credentials.isStrict,
    faults: on.faults.size,
    quotas: { ...on.quotas.settings },
    uploadGranularity: on.uploads.granularity,
    signIn: { ...on.signIn },
    grants: on.grants.size,
  };
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function readModel(json: JsonValue): ModelSeed {
  const name = isObject(json) ? json.name : undefined;
  if (typeof name !== 'string' || !/^models\/[\w.-]+$/.test(name)) {
    throw wrong('A model needs a name such as models/x.');
  }
  const defaults = numberedModels(1)[0]?.model;
  return {
    versions: GEMINI.now,
    model: { ...defaults, ...(json as object), name } as ModelSeed['model'],
  };
}

/** Moves the clock by `advanceSeconds` or to `set`. Throws 400 unless exactly one is given. */
function setClock(time: ServerTime, body: JsonObject): void {
  const { advanceSeconds, set } = body;
  if ((advanceSeconds === undefined) === (set === undefined)) {
    throw wrong('The body must have either advanceSeconds or set.');
  }
  const by = set === undefined ? milliseconds(advanceSeconds) : readTime(set) - time.now();
  const target = time.now() + by;
  if (!(target >= EARLIEST && target < LATEST)) throw wrong('The time must be from 1970 to 9998.');
  time.move(by);
}

function milliseconds(seconds: unknown): number {
  if (typeof seconds === 'number' && Number.isFinite(seconds)) return Math.round(seconds * 1000);
  throw wrong('advanceSeconds must be a number.');
}

function readTime(text: unknown): number {
  const at = typeof text === 'string' ? parseTime(text) : undefined;
  if (at === undefined) throw wrong('set must be a time such as 2026-01-31T12:00:00Z.');
  return at;
}

/** Changes the sign-in settings. Throws 400 for invalid values or unknown scopes. */
function setSignIn(signIn: IdentitySettings, body: JsonObject): void {
  const wanted = { ...signIn, ...body };
  const scopes = readScopes(wanted.refused);
  signIn.rotate = flag(wanted, 'rotate');
  signIn.testing = flag(wanted, 'testing');
  signIn.refused = scopes;
}

function readScopes(value: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [undefined];
  return names.map((name) => {
    const row = typeof name === 'string' ? findScope(name) : undefined;
    if (!row) throw wrong('refused must be a list of supported scopes.');
    return row.name;
  });
}
