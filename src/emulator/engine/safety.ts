import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { argumentOf, type Trigger } from '../triggers';

type Setting = Message<'SafetySetting'>;

const levels = ['NEGLIGIBLE', 'LOW', 'MEDIUM', 'HIGH'] as const;
type Level = (typeof levels)[number];

// The lowest probability that each threshold blocks; a threshold without a row blocks medium and above.
const blocksFrom: { readonly [threshold: string]: number } = {
  BLOCK_LOW_AND_ABOVE: 1,
  BLOCK_MEDIUM_AND_ABOVE: 2,
  BLOCK_ONLY_HIGH: 3,
  BLOCK_NONE: levels.length,
  OFF: levels.length,
};
const UNSET = 2;

export interface Rating {
  readonly category: string;
  readonly probability: Level;
  readonly blocked?: true;
}

function rate(category: string, level: Level, settings: readonly Setting[]): Rating {
  const setting = settings.find((row) => row.category === category);
  const threshold = setting?.threshold ?? '';
  const from = (Object.hasOwn(blocksFrom, threshold) ? blocksFrom[threshold] : undefined) ?? UNSET;
  const blocked = levels.indexOf(level) >= from;
  return { category, probability: level, ...(blocked ? { blocked } : {}) };
}

function levelOf(text: string | undefined): Level {
  return levels.find((level) => level === text) ?? 'HIGH';
}

/** The rating that `[[safety:CATEGORY:PROBABILITY]]` asks for, judged by the request's settings. */
export function answerRating(
  triggers: readonly Trigger[],
  settings: readonly Setting[],
): Rating | undefined {
  const argument = argumentOf(triggers, 'safety');
  if (argument === undefined) return undefined;
  const [category = '', level] = argument.split(':');
  const name = category === '' ? 'DANGEROUS_CONTENT' : category;
  return rate(`HARM_CATEGORY_${name}`, levelOf(level), settings);
}

/** What `[[block-prompt]]` or `[[block-prompt:REASON]]` blocks; a reason besides SAFETY has no settings. */
export function promptBlock(
  triggers: readonly Trigger[],
  settings: readonly Setting[],
): { readonly blockReason: string; readonly safetyRatings?: readonly Rating[] } | undefined {
  const argument = argumentOf(triggers, 'block-prompt');
  if (argument === undefined) return undefined;
  if (argument !== '' && argument !== 'SAFETY') return { blockReason: argument };
  const rating = rate('HARM_CATEGORY_DANGEROUS_CONTENT', 'HIGH', settings);
  return rating.blocked ? { blockReason: 'SAFETY', safetyRatings: [rating] } : undefined;
}

/** What models of 2024 said with every piece of an answer that nothing was wrong with. */
export const harmlessRatings: readonly JsonObject[] = [
  'SEXUALLY_EXPLICIT',
  'HATE_SPEECH',
  'HARASSMENT',
  'DANGEROUS_CONTENT',
].map((category) => ({ category: `HARM_CATEGORY_${category}`, probability: 'NEGLIGIBLE' }));
