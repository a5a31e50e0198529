import { items, objectAt, textAt } from '../../base/json';
import { TUNED_MODEL_ID } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import type { Badge, Condition, KindRow, TooltipRow } from '../kindRow';
import { text, type Text } from '../text';
import { displayLabel, Facts, lastId, wordsOf } from './facts';

interface StateWords {
  readonly alone: string;
  readonly short: string;
  readonly spoken: string;
}

const STATES: { readonly [state: string]: StateWords } = {
  CREATING: {
    alone: 'in training',
    short: 'in training · {0}',
    spoken: 'in training, tuned from {0}',
  },
  ACTIVE: { alone: 'active', short: 'active · {0}', spoken: 'active, tuned from {0}' },
  FAILED: { alone: 'failed', short: 'failed · {0}', spoken: 'failed, tuned from {0}' },
};

const CONDITIONS: { readonly [state: string]: Condition } = { CREATING: 'busy', FAILED: 'failed' };

const UNKNOWN = { short: '{0}', spoken: 'tuned from {0}' };

// Untrusted servers may send any string, such as inherited property names.
function tunedModelState(resource: JsonObject): StateWords | undefined {
  const state = textAt(resource, 'state');
  return Object.hasOwn(STATES, state) ? STATES[state] : undefined;
}

function sourceOf(resource: JsonObject): string {
  const source = objectAt(resource, 'tunedModelSource');
  return (
    textAt(resource, 'baseModel') || textAt(source, 'tunedModel') || textAt(source, 'baseModel')
  );
}

function tunedModelFacts(resource: JsonObject, column: 'short' | 'spoken'): Text | undefined {
  const state = tunedModelState(resource);
  const source = sourceOf(resource).replace(/^models\//, '');
  if (source !== '') return text((state ?? UNKNOWN)[column], source);
  return state && text(state.alone);
}

function tooltip(resource: JsonObject): readonly TooltipRow[] {
  const rows: TooltipRow[] = [];
  const add = (label: string, value: unknown): void => {
    const isShown = typeof value === 'number' || (typeof value === 'string' && value !== '');
    if (isShown) rows.push({ label: text(label), value: text('{0}', value) });
  };
  const task = objectAt(resource, 'tuningTask');
  const hyperparameters = objectAt(task, 'hyperparameters');
  const state = tunedModelState(resource);
  add('Name', textAt(resource, 'name'));
  add('Description', textAt(resource, 'description'));
  if (state) rows.push({ label: text('State'), value: text(state.alone) });
  add('Tuned from', sourceOf(resource));
  add('Created', textAt(resource, 'createTime'));
  add('Updated', textAt(resource, 'updateTime'));
  add('Epochs', hyperparameters.epochCount);
  add('Batch size', hyperparameters.batchSize);
  add('Learning rate', hyperparameters.learningRate);
  add('Default temperature', resource.temperature);
  add('Default top-p', resource.topP);
  add('Default top-k', resource.topK);
  return rows;
}

export const tunedModel = {
  pattern: 'tunedModels/*',
  message: 'TunedModel',
  icon: 'mortar-board',
  noun: text('tuned model'),
  nouns: text('tuned models'),
  title: text('Tuned Models'),
  empty: text('There are no tuned models.'),
  purpose: text('from your own examples'),
  instead: text(
    'Tuning is still available on Vertex AI. For many tasks, you can use examples in the prompt instead.',
  ),
  older: true,
  label: displayLabel,
  hasTwins: true,
  description: (resource) => tunedModelFacts(resource, 'short'),
  spoken: (resource) => tunedModelFacts(resource, 'spoken'),
  tooltip,
  condition: (resource) => wordsOf(CONDITIONS, textAt(resource, 'state')),
  state: (resource) => {
    const state = tunedModelState(resource);
    return state && text(state.alone);
  },
  verbs: {
    openPlayground: (resource) => !['FAILED', 'CREATING'].includes(textAt(resource, 'state')),
    share: () => true,
    transferOwnership: () => true,
    showLoss: (resource) => items(objectAt(resource, 'tuningTask').snapshots).length > 0,
  },
  collectionVerbs: ['createTunedModel', 'filterByAccess'],
  listFilters: [
    { filter: 'owner:me', label: text('Owned by me'), short: text('owned by me') },
    { filter: 'writers:me', label: text('Editable by me'), short: text('editable by me') },
    { filter: 'readers:me', label: text('Usable by me'), short: text('usable by me') },
    {
      filter: 'readers:everyone',
      label: text('Shared with everyone'),
      short: text('shared with everyone'),
    },
  ],
  id: TUNED_MODEL_ID,
  deletedByName: true,
} as const satisfies KindRow;

/** Returns the tuning progress in whole percent. Undefined if missing. */
function percentOf(resource: JsonObject): number | undefined {
  const { completedPercent, completedSteps, totalSteps } = objectAt(resource, 'metadata');
  if (typeof completedPercent === 'number') return Math.floor(completedPercent);
  if (typeof totalSteps !== 'number' || totalSteps <= 0) return undefined;
  // The API omits zero.
  return Math.floor((100 * (typeof completedSteps === 'number' ? completedSteps : 0)) / totalSteps);
}

const CANCELLED = 1;

function operationState(resource: JsonObject): {
  readonly word: Text;
  readonly condition?: Condition;
} {
  if (resource.done !== true) return { word: text('running'), condition: 'busy' };
  const { code } = objectAt(resource, 'error');
  if (code === CANCELLED) return { word: text('canceled') };
  if (resource.error !== undefined) return { word: text('failed'), condition: 'failed' };
  return { word: text('completed') };
}

function operationFacts(resource: JsonObject): Text {
  const { word, condition } = operationState(resource);
  const percent = condition === 'busy' ? percentOf(resource) : undefined;
  return percent === undefined ? word : text('running · {0}%', percent);
}

/** Returns the type of work, such as `Create tuned model`, or the ID. */
function workOf(resource: JsonObject): string {
  const metadata = objectAt(resource, 'metadata');
  const type = textAt(metadata, '@type').split('.').at(-1) ?? '';
  const words = type
    .replace(/Metadata$/, '')
    .replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const subject = textAt(metadata, 'displayName').trim();
  return [words, subject].filter((part) => part !== '').join(': ') || lastId(resource);
}

const operationColumns = {
  message: 'google.longrunning.Operation',
  icon: 'pulse',
  noun: text('operation'),
  nouns: text('operations'),
  title: text('Operations'),
  empty: text('There are no operations.'),
  label: workOf,
  hasTwins: true as const,
  description: operationFacts,
  spoken: operationFacts,
  tooltip: (resource: JsonObject) => {
    const metadata = objectAt(resource, 'metadata');
    return new Facts()
      .add('Name', resource.name)
      .tell('State', operationState(resource).word)
      .add('Tuned model', metadata.tunedModel)
      .add('Steps', metadata.totalSteps)
      .add('Completed steps', metadata.completedSteps)
      .add('Error', objectAt(resource, 'error').message).rows;
  },
  icons: (resource: JsonObject) =>
    resource.done === true && resource.error === undefined ? 'pass' : undefined,
  condition: (resource: JsonObject) => operationState(resource).condition,
  state: (resource: JsonObject) => operationState(resource).word,
};

export const tunedModelOperation = {
  ...operationColumns,
  pattern: 'tunedModels/*/operations/*',
  verbs: {
    cancelOperation: (resource) => resource.done !== true,
    showLoss: (resource) => items(objectAt(resource, 'metadata').snapshots).length > 0,
  },
} as const satisfies KindRow;

export const operation = {
  ...operationColumns,
  pattern: 'operations/**',
  goesOn: text('Deleting an operation doesn’t cancel its work.'),
  verbs: {},
} as const satisfies KindRow;

const ROLES: { readonly [role: string]: Text } = {
  OWNER: text('owner'),
  WRITER: text('writer'),
  READER: text('reader'),
};

const ICONS: { readonly [granteeType: string]: string } = {
  USER: 'person',
  GROUP: 'organization',
  EVERYONE: 'globe',
};

const EVERYONE_BADGE: Badge = {
  text: 'E',
  spoken: text('shared with everyone'),
  label: text('Access'),
};

function isEveryone(resource: JsonObject): boolean {
  return textAt(resource, 'granteeType') === 'EVERYONE';
}

function isOwner(resource: JsonObject): boolean {
  return textAt(resource, 'role') === 'OWNER';
}

function roleOf(resource: JsonObject): Text | undefined {
  return wordsOf(ROLES, textAt(resource, 'role'));
}

function permissionOf(parents: string) {
  return {
    pattern: `${parents}/permissions/*`,
    message: 'Permission',
    icon: 'person',
    noun: text('permission'),
    nouns: text('permissions'),
    title: text('Permissions'),
    empty: text('There are no permissions.'),
    purpose: text('with people or groups'),
    label: (resource) =>
      isEveryone(resource)
        ? 'Everyone'
        : textAt(resource, 'emailAddress').trim() || lastId(resource),
    description: roleOf,
    spoken: roleOf,
    tooltip: (resource) =>
      new Facts()
        .add('Name', resource.name)
        .add('Grantee', resource.granteeType)
        .add('Email', resource.emailAddress)
        .tell('Role', roleOf(resource)).rows,
    icons: (resource) => wordsOf(ICONS, textAt(resource, 'granteeType')),
    badge: (resource) => (isEveryone(resource) ? EVERYONE_BADGE : undefined),
    state: roleOf,
    verbs: { changeRole: (resource) => !isOwner(resource) },
    collectionVerbs: ['share'],
    refusesDelete: isOwner,
    refused: {
      reason: text('An owner can’t be deleted.'),
      help: text('You can transfer a tuned model to another owner, but not a corpus.'),
    },
    restored: text('not its name'),
  } as const satisfies KindRow;
}

export const corpusPermission = permissionOf('corpora/*');
export const tunedModelPermission = permissionOf('tunedModels/*');
