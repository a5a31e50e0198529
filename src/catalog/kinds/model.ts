import { items, textAt } from '../../base/json';
import type { Message } from '../../api/schema/infer';
import {
  decides,
  isShutDown,
  outdatedSince,
  PACK_DATE,
  packedModel,
  pricesOn,
  successorModel,
} from '../../api/modelPack';
import type { JsonObject } from '../../api/schema/row';
import { compactNumber } from '../../base/format';
import { text, type Text } from '../text';
import type { KindRow, TooltipRow } from '../kindRow';
import { type ModelLifecycle, modelLifecycle, priceText } from '../modelLifecycle';
import { LISTED, type ReportedStatus } from '../modelStatus';
import { Facts } from './facts';

/** Start of the names of the emulator's own models. The live API has no such models. */
const TEST_MODEL_PREFIX = 'models/emulator-';

/** Returns a number of a model. Untrusted servers may send other types. */
function numberAt(resource: JsonObject, field: keyof Message<'Model'>): number | undefined {
  const value = resource[field];
  return typeof value === 'number' ? value : undefined;
}

function methods(resource: JsonObject): readonly string[] {
  return items(resource.supportedGenerationMethods).filter((method) => typeof method === 'string');
}

/** Returns the token limits, of which the API omits zeros. */
function limits(
  resource: JsonObject,
  both: string,
  input: string,
  output: string,
): Text | undefined {
  const inputTokenLimit = numberAt(resource, 'inputTokenLimit');
  // Embedding models report 1, but generate nothing.
  const written = numberAt(resource, 'outputTokenLimit') ?? 0;
  const outputTokenLimit = written > 1 ? written : 0;
  if (inputTokenLimit && outputTokenLimit) {
    return text(both, compactNumber(inputTokenLimit), compactNumber(outputTokenLimit));
  }
  if (inputTokenLimit) return text(input, compactNumber(inputTokenLimit));
  if (outputTokenLimit) return text(output, compactNumber(outputTokenLimit));
  return undefined;
}

function tooltip(
  resource: JsonObject,
  now = Date.now(),
  told?: ReportedStatus,
): readonly TooltipRow[] {
  const facts = new Facts()
    .add('Name', resource.name)
    .add('Version', resource.version)
    .add('Input limit (tokens)', numberAt(resource, 'inputTokenLimit')?.toLocaleString('en'))
    .add('Output limit (tokens)', numberAt(resource, 'outputTokenLimit')?.toLocaleString('en'))
    .add('Methods', methods(resource).join(', '))
    .add('Default temperature', numberAt(resource, 'temperature'))
    .add('Maximum temperature', numberAt(resource, 'maxTemperature'))
    .add('Default top-p', numberAt(resource, 'topP'))
    .add('Default top-k', numberAt(resource, 'topK'))
    .tell('Thinking', resource.thinking === true ? text('Yes') : undefined);
  addStanding(facts, resource, now, told);
  return facts.rows;
}

const DAY_MS = 24 * 3_600_000;

// Sorting, grouping and drawing a row each need the lifecycle of its model.
const standings = new WeakMap<JsonObject, { readonly day: number; readonly of: ModelLifecycle }>();

/** Resources of models come from the connection's list. */
function standingOf(resource: JsonObject, now: number, told?: ReportedStatus): ModelLifecycle {
  const name = textAt(resource, 'name');
  if (told) return modelLifecycle(name, now, told);
  // Dates end 1 ms before midnight UTC, so the lifecycle is the same for a whole day.
  const day = Math.floor((now + 1) / DAY_MS);
  const known = standings.get(resource);
  if (known?.day === day) return known.of;
  const standing = modelLifecycle(name, now, LISTED);
  standings.set(resource, { day, of: standing });
  return standing;
}

/** Adds the lifecycle from API responses, or from the documentation with its retrieval date. */
function addStanding(facts: Facts, resource: JsonObject, now: number, told?: ReportedStatus): void {
  const name = textAt(resource, 'name');
  const standing = standingOf(resource, now, told);
  const packed = packedModel(name);
  const { input, output } = pricesOn(name, now) ?? {};
  const outdated = outdatedSince(name, now);
  facts
    .tell('Stage', standing.words)
    .add('Learned on', told?.by === 'refusal' ? told.day : undefined)
    .add('API message', told?.by === 'answer' ? told.message : undefined)
    .add('Released', packed?.released)
    .add('Shutdown date', standing.end)
    .add('Successor', packed?.successor)
    .tell('Estimated price', priceFact(input, output, outdated))
    .add('Last checked', outdated);
}

function priceFact(
  input: number | undefined,
  output: number | undefined,
  outdated: string | undefined,
): Text | undefined {
  if (input === undefined || output === undefined) return undefined;
  if (outdated !== undefined) {
    return text(
      'was {0} in, {1} out per million tokens (paid tier, may have changed)',
      priceText(input),
      priceText(output),
    );
  }
  return text(
    '{0} in, {1} out per million tokens (paid tier, as of {2})',
    priceText(input),
    priceText(output),
    PACK_DATE,
  );
}

export const PLAYGROUND_METHODS: readonly string[] = [
  'generateContent',
  'generateText',
  'generateMessage',
  'generateAnswer',
  'embedContent',
  'embedText',
  'createDecision',
];

const LEGACY_METHODS =
  /^(generateText|generateMessage|embedText|batchEmbedText|countTextTokens|countMessageTokens|createTunedTextModel)$/;

function isLegacy(resource: JsonObject): boolean {
  const all = methods(resource);
  return all.length > 0 && all.every((method) => LEGACY_METHODS.test(method));
}

function isTest(resource: JsonObject): boolean {
  return textAt(resource, 'name').startsWith(TEST_MODEL_PREFIX);
}

/** Whether the documented shutdown date has passed. */
function isRetired(resource: JsonObject): boolean {
  const packed = packedModel(textAt(resource, 'name'));
  return packed !== undefined && isShutDown(packed, Date.now());
}

/** Ranks stable models first, then previews and experiments, then deprecated ones. */
function rankOf({ words, end, isGone }: ModelLifecycle): number {
  if (words === undefined) return 0;
  if (isGone) return 3;
  return end === undefined ? 1 : 2;
}

export const model = {
  pattern: 'models/*',
  message: 'Model',
  icon: 'chip',
  noun: text('model'),
  nouns: text('models'),
  title: text('Models'),
  startsOpen: true,
  empty: text('The API returned no models.'),
  older: {
    title: text('Legacy Models'),
    has: (resource) => !isTest(resource) && (isLegacy(resource) || isRetired(resource)),
  },
  tests: { title: text('Test Models'), has: isTest },
  rank: (resource, now) => rankOf(standingOf(resource, now)),
  label: (resource) => textAt(resource, 'displayName').trim() || textAt(resource, 'name'),
  hasTwins: true,
  description: (resource) => limits(resource, '{0} in · {1} out', '{0} in', '{0} out'),
  spoken: (resource) =>
    limits(
      resource,
      'input tokens: {0}, output tokens: {1}',
      'input tokens: {0}',
      'output tokens: {0}',
    ),
  stage: (resource, now, told) => standingOf(resource, now, told).words,
  tooltip,
  verbs: {
    openPlayground: (resource) =>
      methods(resource).some((method) => PLAYGROUND_METHODS.includes(method)) ||
      decides(textAt(resource, 'name')),
    proveSuccessor: (resource) =>
      successorModel(textAt(resource, 'name'), Date.now()) !== undefined,
    createTunedModel: (resource) =>
      methods(resource).some((method) => /^createTuned(Text)?Model$/.test(method)),
  },
} as const satisfies KindRow;
