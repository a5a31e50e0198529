import { items, objectAt, textAt } from '../../api/json';
import type { JsonObject } from '../../api/schema/row';
import type { Condition, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { Facts, lastId } from './facts';

/** How far a training is, in whole percent; undefined where that is not said. */
function percentOf(resource: JsonObject): number | undefined {
  const { completedPercent, completedSteps, totalSteps } = objectAt(resource, 'metadata');
  if (typeof completedPercent === 'number') return Math.floor(completedPercent);
  if (typeof totalSteps !== 'number' || totalSteps <= 0) return undefined;
  // The service leaves out a count of zero.
  return Math.floor((100 * (typeof completedSteps === 'number' ? completedSteps : 0)) / totalSteps);
}

const CANCELLED = 1;

function stateOf(resource: JsonObject): { readonly word: Text; readonly condition?: Condition } {
  if (resource.done !== true) return { word: text('running'), condition: 'busy' };
  const { code } = objectAt(resource, 'error');
  if (code === CANCELLED) return { word: text('cancelled') };
  if (resource.error !== undefined) return { word: text('failed'), condition: 'failed' };
  return { word: text('done') };
}

function facts(resource: JsonObject): Text {
  const { word, condition } = stateOf(resource);
  const percent = condition === 'busy' ? percentOf(resource) : undefined;
  return percent === undefined ? word : text('running · {0} %', percent);
}

/** What it does, as far as it says so, such as `Create tuned model`; its id where it does not. */
function workOf(resource: JsonObject): string {
  const metadata = objectAt(resource, 'metadata');
  const type = textAt(metadata, '@type').split('.').at(-1) ?? '';
  const words = type
    .replace(/Metadata$/, '')
    .replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const subject = textAt(metadata, 'displayName').trim();
  return [words, subject].filter((part) => part !== '').join(': ') || lastId(resource);
}

/** Work of the service that goes on after a call. */
const common = {
  message: 'google.longrunning.Operation',
  icon: 'pulse',
  noun: text('operation'),
  nouns: text('operations'),
  title: text('Operations'),
  empty: text('There are no operations.'),
  label: workOf,
  hasTwins: true as const,
  description: facts,
  spoken: facts,
  tooltip: (resource: JsonObject) => {
    const metadata = objectAt(resource, 'metadata');
    return new Facts()
      .add('Name', resource.name)
      .tell('State', stateOf(resource).word)
      .add('Tuned model', metadata.tunedModel)
      .add('Steps', metadata.totalSteps)
      .add('Completed steps', metadata.completedSteps)
      .add('Error', objectAt(resource, 'error').message).rows;
  },
  condition: (resource: JsonObject) => stateOf(resource).condition,
  state: (resource: JsonObject) => stateOf(resource).word,
};

export const tunedModelOperation = {
  ...common,
  pattern: 'tunedModels/*/operations/*',
  verbs: {
    cancelOperation: (resource) => resource.done !== true,
    showLoss: (resource) => items(objectAt(resource, 'metadata').snapshots).length > 0,
  },
} as const satisfies KindRow;

/** Those of the project. They can be listed and deleted, and not be asked for one by one. */
export const operation = {
  ...common,
  pattern: 'operations/**',
  verbs: {},
} as const satisfies KindRow;
