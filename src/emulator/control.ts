import type { IncomingMessage } from 'node:http';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { isObject } from '../api/schema/scalars';
import { GEMINI } from '../api/versions';
import { setClock } from './control/clock';
import { flag, positive, whole, wrong } from './control/fields';
import { addFault } from './controlFault';
import type { Target } from './exchange';
import type { FaultQueue } from './faults';
import { readJson } from './http/body';
import type { Credentials } from './http/credentials';
import { equal } from './http/equal';
import type { UploadFaults } from './http/uploadFault';
import type { Uploads } from './http/uploads';
import {
  expireTokens,
  identityState,
  setSignIn,
  type ControlledIdentity,
} from './identity/controlIdentity';
import type { ModelCatalog } from './models';
import type { SeedName } from './options';
import { single, type Reply, type Speed } from './reply';
import type { RequestLog } from './requestLog';
import type { ModelSeed } from './seeds/model';
import { numberedModels } from './seeds/numbered';
import type { Numbered } from './seeds/numberedCorpus';
import { resetWorld } from './seeds/reset';
import { seedNameOf, seedNames } from './seeds/seedWorld';
import { StatusError } from './status';
import { setTuningSpeed, tuningSpeed } from './tuning/speed';
import type { World } from './world';

/** What the paths of the control API begin with. */
export const CONTROL_PATH = '/$emulator/';

const BODY_BYTES = 1024 * 1024;

/** What the control API acts on. */
export interface Controlled extends ControlledIdentity {
  speed: Speed;
  /** What there is besides the seed. */
  readonly numbered: Numbered;
  readonly world: World;
  readonly models: ModelCatalog;
  readonly credentials: Credentials;
  readonly faults: FaultQueue;
  readonly uploadFaults: UploadFaults;
  readonly uploads: Uploads;
  readonly log: RequestLog;
}

type Action = (on: Controlled, body: JsonObject, target: Target) => JsonObject;

/** The control API: a row per verb and path. Each answers with what is so afterwards. */
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
  'GET log': (on, _body, { query }) => ({
    entries: on.log.entries(Number(query.get('after') ?? 0)) as unknown as JsonValue,
  }),
  'DELETE log': (on) => {
    on.log.clear();
    return state(on);
  },
  'POST key': (on, body) => {
    on.credentials.keyExpired = flag(body, 'expired');
    return state(on);
  },
  'POST sign-in': (on, body) => {
    setSignIn(on, body);
    return state(on);
  },
  'POST expire-tokens': (on, body) => {
    expireTokens(on, body);
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
  'POST models': (on, body) => {
    const numbered = numberedModels(whole(body, 'count', 0));
    on.models.add([...numbered, ...list(body.models).map(readModel)]);
    return state(on);
  },
  'DELETE models': (on, _body, { query }) => {
    const name = query.get('name') ?? '';
    if (!on.models.remove(name)) throw new StatusError(404, `There is no model ${name}.`);
    return state(on);
  },
};

/** `/$emulator/…`: lets tests and scripts steer the emulator. Opened by the control token. */
export class Control {
  readonly #on: Controlled;
  readonly #token: string;

  constructor(on: Controlled, token: string) {
    this.#on = on;
    this.#token = token;
  }

  /** Throws 403 without the token, 404 for what there is not, 400 for a wrong body. */
  async answer(request: IncomingMessage, target: Target): Promise<Reply> {
    const token = request.headers['x-emulator-control'];
    if (typeof token !== 'string' || !equal(token, this.#token)) {
      throw new StatusError(403, 'The control API needs the control token in x-emulator-control.');
    }
    const route = `${request.method} ${target.path.slice(CONTROL_PATH.length)}`;
    const action = Object.hasOwn(actions, route) ? actions[route] : undefined;
    if (!action) {
      throw new StatusError(404, `The control API has no ${request.method} ${target.path}.`);
    }
    const body = request.method === 'POST' ? (await readJson(request, BODY_BYTES)).json : {};
    if (!isObject(body)) throw wrong('The body must be an object.');
    return single(action(this.#on, body, target));
  }
}

function reset(on: Controlled, seed?: SeedName): void {
  on.faults.clear();
  on.uploadFaults.clear();
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
    models: models.size,
    keyExpired: credentials.keyExpired,
    faults: on.faults.size,
    uploadGranularity: on.uploads.granularity,
    ...identityState(on),
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
    versions: GEMINI,
    model: { ...defaults, ...(json as object), name } as ModelSeed['model'],
  };
}
