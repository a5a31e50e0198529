import type { Message } from '../../api/schema/infer';
import { messages } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { triggerArgument, type Trigger } from '../triggers';

type Setting = Message<'SafetySetting'>;

const levels = ['NEGLIGIBLE', 'LOW', 'MEDIUM', 'HIGH'] as const;
type Level = (typeof levels)[number];

// Lowest blocked probability by threshold. Default: medium.
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

/**
 * Returns the rating of `[[safety:CATEGORY:PROBABILITY]]`, with the block decision from the
 * settings.
 */
export function answerRating(
  triggers: readonly Trigger[],
  settings: readonly Setting[],
): Rating | undefined {
  const argument = triggerArgument(triggers, 'safety');
  if (argument === undefined) return undefined;
  const [category = '', level] = argument.split(':');
  const name = category === '' ? 'DANGEROUS_CONTENT' : category;
  return rate(`HARM_CATEGORY_${name}`, levelOf(level), settings);
}

/**
 * Returns the block reason of `[[block-prompt]]` or `[[block-prompt:REASON]]`. Only SAFETY depends
 * on the settings.
 */
export function promptBlock(
  triggers: readonly Trigger[],
  settings: readonly Setting[],
): { readonly blockReason: string; readonly safetyRatings?: readonly Rating[] } | undefined {
  const argument = triggerArgument(triggers, 'block-prompt');
  if (argument === undefined) return undefined;
  if (argument !== '' && argument !== 'SAFETY') return { blockReason: argument };
  const rating = rate('HARM_CATEGORY_DANGEROUS_CONTENT', 'HIGH', settings);
  return rating.blocked ? { blockReason: 'SAFETY', safetyRatings: [rating] } : undefined;
}

/** Ratings that models of 2024 send with every chunk of harmless content. */
export const harmlessRatings: readonly JsonObject[] = [
  'SEXUALLY_EXPLICIT',
  'HATE_SPEECH',
  'HARASSMENT',
  'DANGEROUS_CONTENT',
].map((category) => ({ category: `HARM_CATEGORY_${category}`, probability: 'NEGLIGIBLE' }));

// Current categories are those that some API versions lack.
const categories = Object.keys(messages.HarmCategory.only);

export function safetyProblems(
  at: string,
  settings: readonly Message<'SafetySetting'>[],
): readonly string[] {
  const wrong = settings.flatMap(({ category }, index) => {
    if (categories.includes(category ?? '')) return [];
    const names = categories.map((name) => `HarmCategory.${name}`).join(', ');
    return [
      `* ${at}.safety_settings[${index}]: element predicate failed: ` + `$.category in (${names})`,
    ];
  });
  return [...wrong, ...doubledSettings(at, settings)];
}

export function doubledSettings(
  at: string,
  settings: readonly Message<'SafetySetting'>[],
): readonly string[] {
  const seen = settings.map((setting) => setting.category);
  const twice = seen.find((category, index) => seen.indexOf(category) !== index);
  if (twice === undefined) return [];
  return [`* ${at}.safety_settings: multiple settings for category ${twice}`];
}
