import { endOf, isShutDown, packedModel, successorOf } from '../api/modelPack';
import type { ToldStatus } from './modelStatus';
import { SOON, stageText } from './modelTexts';
import { text, type Text } from './text';

export interface ModelStanding {
  /** Undefined if not noteworthy. */
  readonly words?: Text;
  readonly isGone: boolean;
  readonly end?: string;
  /** ID of the replacement, if noteworthy and available. */
  readonly successor?: string;
}

/** Returns the lifecycle of a model by resource name. API responses override the documentation. */
export function modelStanding(name: string, now: number, told?: ToldStatus): ModelStanding {
  const standing = (told && standingAsTold(told, now)) ?? packedStanding(name, now);
  const successor = standing.words && successorOf(name.replace(/^models\//, ''), now);
  return { ...standing, ...(successor !== undefined && { successor }) };
}

function packedStanding(name: string, now: number): ModelStanding {
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

/** Undefined if the stage is unknown. */
function standingAsTold(told: ToldStatus, now: number): ModelStanding | undefined {
  if (told.by === 'refusal') {
    const words =
      told.why === 'earlierUsers'
        ? text('not available to new users')
        : text('listed, but not available');
    return { words, isGone: true };
  }
  const { stage, end } = told;
  const isGone = stage === 'RETIRED' || (end !== undefined && endOf(end) <= now);
  const rest = { isGone, ...(end !== undefined && { end }) };
  if (isGone) {
    return {
      ...rest,
      words: end === undefined ? text('shut down') : text('shut down on {0}', end),
    };
  }
  if (end !== undefined && endOf(end) - now <= SOON)
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
