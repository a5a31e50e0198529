import * as l10n from '@vscode/l10n';
import { PACK_DATE, pricesAt } from '../../api/modelPack';
import { priceText } from '../../catalog/modelTexts';
import { compactNumber, shownSize } from '../../base/format';
import type { Version } from '../../api/versions';
import type { BatchKind } from './batchLine';
import type { BatchCheck, BatchSource } from './batchSource';

/** A batch that is to be created. */
export interface BatchPlan {
  readonly source: BatchSource;
  readonly check: BatchCheck;
  readonly connection: string;
  readonly version: Version;
  /** Resource name of the model. */
  readonly model: string;
  readonly displayName: string;
  /** The requests go in the call that creates the batch; else in a file that is uploaded before. */
  readonly isInline: boolean;
}

/** Bytes of the largest request to the service, with room for what stands around the lines. */
export const MOST_INLINE = 19_000_000;
/**
 * Bytes up to which requests go inline by themselves: the answers of such a batch come with every look at it, so that
 * larger ones are better off in files.
 */
export const INLINE = 2_000_000;
/** Bytes of the largest file that the service takes. */
export const MOST_BYTES = 2_000_000_000;

/** The operations that create a batch, by what it asks for and whose model it is. */
export const CREATE = {
  generate: { models: 'models.batchGenerateContent', tuned: 'tunedModels.batchGenerateContent' },
  embed: { models: 'models.asyncBatchEmbedContent', tuned: 'tunedModels.asyncBatchEmbedContent' },
} as const;

/** The operation that creates a batch for a model. */
export function createOperation(
  kind: BatchKind,
  model: string,
): (typeof CREATE)[BatchKind]['models' | 'tuned'] {
  return CREATE[kind][model.startsWith('tunedModels/') ? 'tuned' : 'models'];
}

/** What a batch has in all, such as `1,200 requests · 3.4 MB · about 120k tokens`. */
export function sizeLine({ good, bytes, tokens }: BatchCheck): string {
  const estimate = compactNumber(tokens);
  return [requestCount(good), shownSize(bytes), l10n.t('about {0} tokens', estimate)].join(' · ');
}

export function requestCount(count: number): string {
  return count === 1 ? l10n.t('1 request') : l10n.t('{0} requests', count.toLocaleString('en'));
}

/** Of the usual price, what the service asks for a batch where its documents name no other. */
const BATCH_PART = 0.5;

/** About what the prompts cost, and what a million tokens of the answers do; undefined where no price is known. */
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
  const { input, output, batchFlexInput, batchFlexOutput } = pricesAt(model, now) ?? {};
  return { input: batchFlexInput ?? half(input), output: batchFlexOutput ?? half(output) };
}

function half(price: number | undefined): number | undefined {
  return price === undefined ? undefined : price * BATCH_PART;
}

/** Characters of a batch's name. */
const LONGEST_NAME = 120;

/** The name that is proposed: of the file, and the minute, with a number where another batch has it already. */
export function proposedName(
  source: Pick<BatchSource, 'name'>,
  now: string,
  taken: ReadonlySet<string> = new Set(),
): string {
  // Without the year: a row of the tree has room for the state then.
  const minute = now.slice(5, 16);
  // Of a batch that was made of another, the minute of that one goes.
  const stem = source.name.replace(/\.(jsonl|ndjson)$/i, '').replace(MINUTE, '');
  const kept = Array.from(stem).slice(0, LONGEST_NAME - 20);
  const name = `${kept.join('')} ${minute}`;
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}

/** Month, day and minute at the end of a name. */
const MINUTE = / \d\d-\d\d \d\d:\d\d( \(\d+\))?$/;

/** What is wrong with a name that was typed; undefined where it is fine. */
export function nameProblem(name: string): string | undefined {
  const { length } = Array.from(name.trim());
  if (length === 0) return l10n.t('Enter a name.');
  return length <= LONGEST_NAME
    ? undefined
    : l10n.t('The name has {0} characters. The maximum is {1}.', length, LONGEST_NAME);
}
