import * as l10n from '@vscode/l10n';
import { PACK_DATE, pricesOn } from '../../api/modelPack';
import { priceText } from '../../catalog/modelLifecycle';
import { compactNumber, shownSize } from '../../base/format';
import type { Version } from '../../api/versions';
import type { BatchCheck, BatchKind, BatchSource } from './batchSource';

export interface BatchPlan {
  readonly source: BatchSource;
  readonly check: BatchCheck;
  readonly connection: string;
  readonly version: Version;
  readonly model: string;
  readonly displayName: string;
  /** Whether the create call contains the requests. Otherwise, an uploaded file contains them. */
  readonly isInline: boolean;
}

/** Maximum request size in bytes, less the JSON around the lines. */
export const MAX_INLINE_BYTES = 19_000_000;
/**
 * Default maximum size of inline requests, in bytes. Larger batches use files, because each poll returns
 * inline responses.
 */
export const INLINE = 2_000_000;
/** Maximum file size of the API, in bytes. */
export const MAX_BYTES = 2_000_000_000;

export const CREATE = {
  generate: { models: 'models.batchGenerateContent', tuned: 'tunedModels.batchGenerateContent' },
  embed: { models: 'models.asyncBatchEmbedContent', tuned: 'tunedModels.asyncBatchEmbedContent' },
} as const;

export function createOperation(
  kind: BatchKind,
  model: string,
): (typeof CREATE)[BatchKind]['models' | 'tuned'] {
  return CREATE[kind][model.startsWith('tunedModels/') ? 'tuned' : 'models'];
}

/** Returns a text such as `1,200 requests · 3.4 MB · about 120k tokens`. */
export function sizeLine({ good, bytes, tokens }: BatchCheck): string {
  const estimate = compactNumber(tokens);
  return [requestCount(good), shownSize(bytes), l10n.t('about {0} tokens', estimate)].join(' · ');
}

export function requestCount(count: number): string {
  return count === 1 ? l10n.t('1 request') : l10n.t('{0} requests', count.toLocaleString('en'));
}

/** Price factor of a batch unless the model's documentation has a batch price. */
const BATCH_PART = 0.5;

/** Returns the estimated prompt cost and the output price per million tokens; undefined if unknown. */
export function priceLine(
  { model, check: { tokens } }: Pick<BatchPlan, 'model' | 'check'>,
  now: number,
): string | undefined {
  const { input, output } = batchPrices(model, now);
  if (input === undefined) return undefined;
  const cost = (tokens / 1_000_000) * input;
  const prompts = cost < 0.01 ? l10n.t('less than $0.01') : l10n.t('about ${0}', cost.toFixed(2));
  return output === undefined
    ? l10n.t('{0} for the prompts, as of {1}', prompts, PACK_DATE)
    : l10n.t(
        '{0} for the prompts, responses at {1} per million tokens, as of {2}',
        prompts,
        priceText(output),
        PACK_DATE,
      );
}

/** In US dollars per million tokens. */
function batchPrices(
  model: string,
  now: number,
): { readonly input?: number | undefined; readonly output?: number | undefined } {
  const { input, output, batchFlexInput, batchFlexOutput } = pricesOn(model, now) ?? {};
  return { input: batchFlexInput ?? half(input), output: batchFlexOutput ?? half(output) };
}

function half(price: number | undefined): number | undefined {
  return price === undefined ? undefined : price * BATCH_PART;
}

/** Maximum number of characters in a batch's name. */
const MAX_NAME_LENGTH = 120;

/** Proposes a name: file name and time, with a number if the name exists. */
export function proposedName(
  source: Pick<BatchSource, 'name'>,
  now: string,
  taken: ReadonlySet<string> = new Set(),
): string {
  // Omits the year so that a tree row has space for the state.
  const minute = now.slice(5, 16);
  // Drops the time from the name of the batch that this batch was made from.
  const stem = source.name.replace(/\.(jsonl|ndjson)$/i, '').replace(MINUTE, '');
  const kept = Array.from(stem).slice(0, MAX_NAME_LENGTH - 20);
  const name = `${kept.join('')} ${minute}`;
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}

const MINUTE = / \d\d-\d\d \d\d:\d\d( \(\d+\))?$/;

export function nameProblem(name: string): string | undefined {
  const { length } = Array.from(name.trim());
  if (length === 0) return l10n.t('Enter a name.');
  return length <= MAX_NAME_LENGTH
    ? undefined
    : l10n.t('The name has {0} characters. The maximum is {1}.', length, MAX_NAME_LENGTH);
}
