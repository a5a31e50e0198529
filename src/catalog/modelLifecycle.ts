import {
  isShutDown,
  outdatedSince,
  PACK_DATE,
  packedModel,
  type PackedModel,
  pricesOn,
  type RejectedParameter,
  shutdownDate,
  successorModel,
} from '../api/modelPack';
import { localizedText } from '../base/format';
import type { ReportedStatus } from './modelStatus';
import { text, type Text } from './text';

export interface ModelLifecycle {
  /** Undefined if not noteworthy. */
  readonly words?: Text;
  readonly isGone: boolean;
  readonly end?: string;
  /** ID of the replacement, if noteworthy and available. */
  readonly successor?: string;
}

/** Returns the lifecycle of a model by resource name. API responses override the documentation. */
export function modelLifecycle(name: string, now: number, told?: ReportedStatus): ModelLifecycle {
  const documented = documentedLifecycle(name, now);
  const standing =
    told?.by === 'list'
      ? listedLifecycle(documented)
      : ((told && reportedLifecycle(told, now)) ?? documented);
  const successor = standing.words && successorModel(name.replace(/^models\//, ''), now);
  return { ...standing, ...(successor !== undefined && { successor }) };
}

function documentedLifecycle(name: string, now: number): ModelLifecycle {
  const model = packedModel(name);
  if (!model) return { isGone: false };
  const words = stageText(model, now);
  const { shutdown: end } = model;
  return {
    isGone: isShutDown(model, now),
    ...(words && { words }),
    ...(end !== undefined && { end }),
  };
}

/** The documentation may be wrong about the shutdown of a listed model. */
function listedLifecycle(documented: ModelLifecycle): ModelLifecycle {
  const { isGone, end } = documented;
  if (!isGone) return documented;
  const words = end === undefined ? text('deprecated') : text('listed after {0}', end);
  return { ...documented, words, isGone: false };
}

/** Undefined if the stage is unknown. */
function reportedLifecycle(
  told: Exclude<ReportedStatus, { readonly by: 'list' }>,
  now: number,
): ModelLifecycle | undefined {
  if (told.by === 'refusal') {
    const words =
      told.why === 'earlierUsers'
        ? text('not available to new users')
        : text('listed, but not available');
    return { words, isGone: true };
  }
  const { stage, end } = told;
  const isGone = stage === 'RETIRED' || (end !== undefined && shutdownDate(end) <= now);
  const rest = { isGone, ...(end !== undefined && { end }) };
  if (isGone) {
    return {
      ...rest,
      words: end === undefined ? text('shut down') : text('shut down on {0}', end),
    };
  }
  if (end !== undefined && shutdownDate(end) - now <= SOON)
    return { ...rest, words: text('until {0}', end) };
  switch (stage) {
    case 'UNSTABLE_EXPERIMENTAL':
    case 'EXPERIMENTAL':
      return { ...rest, words: text('experimental') };
    case 'PREVIEW':
      return { ...rest, words: text('preview') };
    case 'STABLE':
      return rest;
    case 'LEGACY':
      return { ...rest, words: text('existing users only') };
    case 'DEPRECATED':
      return { ...rest, words: text('deprecated') };
    default:
      return end === undefined ? undefined : rest;
  }
}

/** Later shutdown dates appear only in tooltips. In ms. */
const SOON = 180 * 24 * 60 * 60 * 1000;

/** Returns a short text on the model's lifecycle. Undefined if not noteworthy. */
export function stageText(model: PackedModel, now: number): Text | undefined {
  const { stage, shutdown } = model;
  if (isShutDown(model, now)) {
    return shutdown === undefined ? text('shut down') : text('shut down on {0}', shutdown);
  }
  if (shutdown !== undefined && shutdownDate(shutdown) - now <= SOON)
    return text('until {0}', shutdown);
  switch (stage) {
    case 'preview':
      return text('preview');
    case 'deprecated':
      return text('deprecated');
    case 'legacy':
      return text('legacy');
    default:
      return undefined;
  }
}

/** Returns a sentence on the price of a model, not as firm if it may be outdated. Undefined if unknown. */
export function priceEstimateText(name: string, now: number): Text | undefined {
  const { input, output } = pricesOn(name, now) ?? {};
  if (input === undefined || output === undefined) return undefined;
  const prices = [priceText(input), priceText(output)] as const;
  const outdated = outdatedSince(name, now);
  return outdated === undefined
    ? text(
        'Estimate: {0} in, {1} out per million tokens (paid tier, as of {2})',
        ...prices,
        PACK_DATE,
      )
    : text(
        'Last known price: {0} in, {1} out per million tokens (paid tier, as of {2})',
        ...prices,
        outdated,
      );
}

/** Formats a price in US dollars with all its digits, such as `$0.75`. */
export function priceText(dollars: number): string {
  const cents = dollars.toFixed(2);
  return `$${Number(cents) === dollars ? cents : String(dollars)}`;
}

/** Returns what a model rejects, in the words of the API. */
export function rejectedParameterText(name: RejectedParameter): string {
  if (name === 'modelTurn') return localizedText(text('conversations that end with a model turn'));
  return name === 'candidateCount' ? 'candidateCount > 1' : name;
}
