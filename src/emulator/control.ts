import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { GEMINI } from '../api/versions';
import { AppError } from '../base/errors';
import { isObject } from '../base/json';
import { type Reply, single, type Speed } from './call';
import { setAnswerFiles, setAnswers, shownAnswers } from './answers/control';
import { batchSpeed, setBatchSpeed } from './batches';
import { findScope } from './caller';
import { EARLIEST, flag, LATEST, parseTime, positive, whole, wrong } from './controlValues';
import { equal } from './digest';
import type { FaultQueue } from './faultInjection';
import { addFault, faultProblem } from './faultKinds';
import { FOLLOW, type Followers } from './followers';
import { HOLD, type Holds } from './holds';
import { readJson, type Target } from './http';
import type { Credentials, Grants, IdentitySettings } from './identity/identity';
import { interactionSettings, setInteractions } from './interactions';
import type { LiveSessions } from './liveSessions';
import type { ModelCatalog, ModelSeed } from './models';
import type { SeedName } from './options';
import { type Quotas, readQuotas } from './quotas';
import type { LogEntry, RequestLog } from './requestLog';
import { type Numbered, numberedModels, resetWorld, seedNameOf, seedNames } from './seeds/seeds';
import type { StandIn } from './standIn';
import { StatusError } from './status';
import { setTuningSpeed, tuningSpeed } from './tuning';
import type { UploadFaults, Uploads } from './upload/upload';
import { resend, shownDeliveries } from './webhooks';
import type { ServiceTime, World } from './world';

/** What the paths of the control API begin with. */
export const CONTROL_PATH = '/$emulator/';

const BODY_BYTES = 1024 * 1024;

/** What the control API acts on. */
export interface Controlled {
  speed: Speed;
  /** Numbered resources in addition to the seed. */
  readonly numbered: Numbered;
  readonly world: World;
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
  readonly followers: Followers;
  /** Has rows of its own. */
  readonly standIn?: StandIn | undefined;
  /** Who needs the emulator, where it ends without them. */
  readonly holds?: Holds | undefined;
}

type Action = (on: Controlled, body: JsonObject, target: Target) => JsonObject;

/** The control API: a row per verb and path. Most answer with the state afterwards. */
const actions: { readonly [route: string]: Action } = {
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
  'GET deliveries': (on) => ({ deliveries: shownDeliveries(on.world) }),
  'POST deliveries': (on, { id }) => {
    if (typeof id !== 'string') throw wrong('id must be the one of a delivery.');
    resend(on.world, id);
    return { deliveries: shownDeliveries(on.world) };
  },
  'GET answers': (on) => shownAnswers(on.world.answers),
  'POST answers': (on, body) => {
    if (body.files !== undefined) {
      const files = list(body.files).map(String);
      return setAnswerFiles(on.world.answers, files, faultProblem);
    }
    setAnswers(on.world.answers, body, faultProblem);
    return shownAnswers(on.world.answers);
  },
  'DELETE answers': (on) => {
    on.world.answers.clear();
    return shownAnswers(on.world.answers);
  },
  'GET log': (on, _body, { query }) => ({
    entries: on.log
      .entries(Number(query.get('after') ?? 0))
      .filter((entry) => isWanted(entry, query)) as unknown as JsonValue,
  }),
  'GET holds': ({ holds }) => ({ count: holds?.count ?? 0 }),
  'POST stop': ({ holds }) => {
    if (!holds) throw wrong('It ends with whoever has started it.');
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
    if (!on.models.remove(name)) throw new StatusError(404, `There is no model ${name}.`);
    return state(on);
  },
};

/** Fields of the log that a question for it may name. */
const LOG_FILTERS = ['operation', 'status', 'answeredBy', 'rule'] as const;

function isWanted(entry: LogEntry, query: URLSearchParams): boolean {
  return LOG_FILTERS.every((name) => {
    const wanted = query.get(name);
    return wanted === null || wanted === String(entry[name] ?? '');
  });
}

/** `/$emulator/…`: the API by which tests and scripts control the emulator. Needs the control token. */
export class Control {
  readonly #on: Controlled;
  readonly #token: string;

  constructor(on: Controlled, token: string) {
    this.#on = on;
    this.#token = token;
  }

  /**
   * Keeps a request open that asks for that: to hold the emulator, or to follow requests. False for any other one.
   * @throws StatusError 403 without the token.
   */
  holds(request: IncomingMessage, response: ServerResponse, { path }: Target): boolean {
    const { holds, followers } = this.#on;
    const route = `${request.method} ${path.slice(CONTROL_PATH.length)}`;
    const keep =
      route === `GET ${FOLLOW}`
        ? followers.follow.bind(followers)
        : route === `GET ${HOLD}` && holds?.hold.bind(holds);
    if (!keep) return false;
    this.#requireToken(request);
    keep(request, response);
    return true;
  }

  /** Throws 403 without the token, 404 for what there is not, 400 for a wrong body. */
  async answer(request: IncomingMessage, target: Target): Promise<Reply> {
    this.#requireToken(request);
    const route = `${request.method} ${target.path.slice(CONTROL_PATH.length)}`;
    const action = Object.hasOwn(actions, route) ? actions[route] : this.#ofStandIn(route);
    if (!action) {
      throw new StatusError(404, `The control API has no ${request.method} ${target.path}.`);
    }
    const body = request.method === 'POST' ? (await readJson(request, BODY_BYTES)).json : {};
    if (!isObject(body)) throw wrong('The body must be an object.');
    return single(action(this.#on, body, target));
  }

  #ofStandIn(route: string): Action | undefined {
    const { actions: own = {} } = this.#on.standIn ?? {};
    const action = Object.hasOwn(own, route) ? own[route] : undefined;
    if (!action) return undefined;
    return (_on, body) => {
      try {
        return action(body);
      } catch (error) {
        throw error instanceof AppError ? wrong(error.message) : error;
      }
    };
  }

  #requireToken({ headers }: IncomingMessage): void {
    const token = headers['x-emulator-control'];
    if (typeof token !== 'string' || !equal(token, this.#token)) {
      throw new StatusError(403, 'The control API needs the control token in x-emulator-control.');
    }
  }
}

function reset(on: Controlled, seed?: SeedName): void {
  on.faults.clear();
  on.uploadFaults.clear();
  on.quotas.clear();
  on.uploads.removeContents();
  resetWorld(on.world, on.numbered, seed);
}

function state(on: Controlled): JsonObject {
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

/** A model as `models.get` answers it; what is left out has a default. */
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

/** Moves the service's time by `advanceSeconds`, or to `set`. Throws 400 unless there is just one of them. */
function setClock(time: ServiceTime, body: JsonObject): void {
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

/** Changes the settings of sign-in. Throws 400 for a wrong value or an unknown scope. */
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
    if (!row) throw wrong('refused must be a list of scopes that the emulator knows.');
    return row.name;
  });
}
