import { ANY_SCOPE } from '../../../src/api/operations/row';
import type { Version } from '../../../src/api/versions';
import { grant } from '../../../src/emulator/access';
import { DEMO_USER } from '../../../src/emulator/caller';
import { startTraining } from '../../../src/emulator/tuning/startTraining';
import type { World } from '../../../src/emulator/world';
import type { Example } from './example';

/** A tuned model that examples speak of. */
interface Model {
  readonly version: Version;
  readonly displayName: string;
  /** The tuned model that it was made from, where it was. */
  readonly source?: string;
  /** A grantee for each of its permissions, by their ids. */
  readonly permissions: { readonly [id: string]: string };
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
  a: { version: 'v1beta3', displayName: '', permissions: {}, operations: [] },
};

/**
 * What examples find: tuned models and operations, as the demo user made them.
 * @param before an example: what that one creates is not there yet.
 */
export function addTunedModels(world: World, before?: Example): void {
  for (const [id, model] of Object.entries(models)) {
    if (before?.wire.request.endsWith(`?tunedModelId=${id}`)) continue;
    addModel(world, `tunedModels/${id}`, model);
  }
  const name = 'operations/batch/2024 q1:b+7';
  world.state.insert('operations', { name, parent: '', resource: { name }, hidden: {} });
}

function addModel(world: World, name: string, model: Model): void {
  const { version, displayName, source, permissions, operations } = model;
  const base = world.models.find(BASE, version);
  if (!base) throw new Error(`There is no ${BASE}.`);
  const fields = source
    ? { tunedModelSource: { tunedModel: source, baseModel: BASE } }
    : { baseModel: BASE };
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
    const operation = `${name}/operations/${id}`;
    const resource = { name: operation };
    world.state.insert('operations', { name: operation, parent: name, resource, hidden: {} });
  }
  for (const [id, emailAddress] of Object.entries(permissions)) {
    addPermission(world, name, `${name}/permissions/${id}`, emailAddress);
  }
}

// Under the id that the example has; a grant makes one of its own.
function addPermission(world: World, parent: string, name: string, emailAddress: string): void {
  const resource = { name, granteeType: 'USER', emailAddress, role: 'READER' };
  world.state.insert('permissions', { name, parent, resource, hidden: {} });
}
