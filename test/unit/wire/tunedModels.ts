import { ANY_SCOPE } from '../../../src/api/operations/row';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Version } from '../../../src/api/versions';
import { grant } from '../../../src/emulator/permissions';
import { DEMO_USER } from '../../../src/emulator/caller';
import { startTraining } from '../../../src/emulator/tuning/startTraining';
import type { HandlerContext } from '../../../src/emulator/handlerContext';
import type { Example } from './example';

/** A tuned model that examples speak of. */
interface Model {
  readonly version: Version;
  readonly displayName: string;
  /** The tuned model that it was made from, where it was. */
  readonly source?: string;
  /** A grantee for each of its permissions, by their ids. */
  readonly permissions: { readonly [id: string]: string };
  /** What it was made from; one that generates where it is left out. */
  readonly base?: string;
  /** Ids of its operations; the first is that of its training. */
  readonly operations: readonly string[];
}

const BASE = 'models/emulator-text-001';
const TRANSLATOR = 'sentence-translator-u3b7m';

const models: { readonly [id: string]: Model } = {
  [TRANSLATOR]: {
    version: 'v1beta',
    displayName: 'Sentence translator',
    permissions: {
      'cGVy+bQ==': 'leaving@example.com',
      'me-vtEhJ6wA_~': 'reading@example.com',
      '108643759204': 'writing@example.com',
    },
    operations: [],
  },
  'sentence-translator-2xk9v4mq7w1d': {
    version: 'v1beta',
    displayName: 'Sentence translator',
    source: `tunedModels/${TRANSLATOR}`,
    permissions: {},
    operations: [],
  },
  'sentence-translator-9w2kq7': {
    version: 'v1beta',
    displayName: 'Sentence translator',
    permissions: {},
    operations: ['5hq2v9x4'],
  },
  'number-words-7': {
    version: 'v1beta3',
    displayName: 'Number words',
    permissions: {
      everyone: 'leaving@example.com',
      'user:bob@example.com': 'bob@example.com',
      'user bob': 'writing@example.com',
    },
    operations: ['9c1r4kd2', 'tune:4u'],
  },
  'harbour-vectors-1': {
    version: 'v1beta',
    displayName: 'Harbour vectors',
    base: 'models/emulator-embedding',
    permissions: {},
    operations: [],
  },
};

/**
 * What examples find: tuned models and operations, as the demo user made them.
 * @param before an example: what that one creates is not there yet.
 */
export function addTunedModels(world: HandlerContext, before?: Example): void {
  for (const [id, model] of Object.entries(models)) {
    if (before?.wire.request.endsWith(`?tunedModelId=${id}`)) continue;
    addModel(world, `tunedModels/${id}`, model);
  }
  addOperation(world, 'operations/batch/2024 q1:b+7', '');
  addOperation(world, 'models/emulator-flash/operations/render-8', 'models/emulator-flash');
  const corpus = 'corpora/field-notes-4k2vq8x1m7zd';
  addOperation(world, `${corpus}/operations/index-3`, corpus, { done: true });
}

function addModel(world: HandlerContext, name: string, model: Model): void {
  const { version, displayName, source, permissions, operations, base: baseModel = BASE } = model;
  const base = world.models.find(baseModel, version);
  if (!base) throw new Error(`There is no ${baseModel}.`);
  const fields = source
    ? { tunedModelSource: { tunedModel: source, baseModel: BASE } }
    : { baseModel };
  const examples = [{ textInput: 'good evening', output: 'guten Abend' }];
  const [training] = operations;
  startTraining(world, {
    name,
    caller: { kind: 'user', email: DEMO_USER, scopes: ANY_SCOPE },
    version,
    source: { fields, base },
    wanted: { displayName, tuningTask: { trainingData: { examples: { examples } } } },
    at: world.time.now(),
    ...(training === undefined ? {} : { operation: `${name}/operations/${training}` }),
  });
  grant(world, name, 'USER', 'OWNER', DEMO_USER);
  for (const id of operations.slice(1)) {
    addOperation(world, `${name}/operations/${id}`, name);
  }
  for (const [id, emailAddress] of Object.entries(permissions)) {
    addPermission(world, name, `${name}/permissions/${id}`, emailAddress);
  }
}

function addOperation(
  world: HandlerContext,
  name: string,
  parent: string,
  fields: JsonObject = {},
): void {
  const resource = { name, ...fields };
  world.state.insert('operations', { name, parent, resource, hidden: {} });
}

// Under the id that the example has; a grant makes one of its own.
function addPermission(
  world: HandlerContext,
  parent: string,
  name: string,
  emailAddress: string,
): void {
  const resource = { name, granteeType: 'USER', emailAddress, role: 'READER' };
  world.state.insert('permissions', { name, parent, resource, hidden: {} });
}
