import type { PackedThinking } from '../../api/modelPack';
import type { Message } from '../../api/schema/infer';
import type { ModelSeed } from '../models';
import { StatusError } from '../status';

type ThinkingConfig = Message<'ThinkingConfig'>;

/**
 * Throws 400 for unsupported thinking settings: emulator models accept a level or a budget, other models
 * what is documented. The message for budgets isn't published.
 */
export function checkThinking(config: ThinkingConfig, seed: ModelSeed): void {
  const { includeThoughts, thinkingBudget } = config;
  const level = levelOf(config);
  if (thinkingBudget !== undefined && level !== undefined) {
    refuse('Only one of thinking_budget and thinking_level can be set.');
  }
  if (seed.model.thinking !== true) {
    // The live API has a separate message for the newer field.
    if (level !== undefined) refuse('thinking_level is not supported for this model.');
    refuse(`Thinking is not enabled for ${seed.model.name}`);
  }
  const packed = seed.packed?.thinking;
  if (typeof packed === 'object') checkPacked(packed, level, thinkingBudget);
  if (includeThoughts === true && thinkingBudget === 0) {
    refuse('Thinking_config.include_thoughts is only enabled when thinking is enabled.');
  }
}

function checkPacked(
  { levels, budget, canDisable }: PackedThinking,
  level: string | undefined,
  tokens: number | undefined,
): void {
  if (level !== undefined && !levels) refuse('thinking_level is not supported for this model.');
  if (level !== undefined && levels && !levels.includes(level)) {
    refuse(`thinking_level is not supported for this model: ${level}. Use ${levels.join(', ')}.`);
  }
  if (tokens === undefined || tokens === AUTOMATIC) return;
  if (levels) refuse('thinking_budget is not supported for this model. Use thinking_level.');
  if (!budget || (tokens === 0 && canDisable)) return;
  const [least = 0, most = Infinity] = budget;
  if (tokens < least || tokens > most) {
    refuse(
      `The thinking budget ${tokens} is invalid. Please choose a value between ${least} and ${most}.`,
    );
  }
}

const AUTOMATIC = -1;

/** Share of the thinking limit by level, where the limit is half of the output tokens. */
const shares: { readonly [level: string]: number } = { MINIMAL: 0, LOW: 1 / 8, MEDIUM: 1 / 2 };

/** Returns the maximum number of thinking tokens. @param most default. */
export function thinkingTokens(config: ThinkingConfig, most: number): number {
  const level = levelOf(config);
  if (level !== undefined) return Math.floor(most * (shares[level] ?? 1));
  const budget = config.thinkingBudget ?? AUTOMATIC;
  return budget < 0 ? most : Math.min(budget, most);
}

function levelOf({ thinkingLevel }: ThinkingConfig): string | undefined {
  return thinkingLevel === 'THINKING_LEVEL_UNSPECIFIED' ? undefined : thinkingLevel;
}

function refuse(message: string): never {
  throw new StatusError(400, message);
}
