import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PackedThinking } from '../../api/modelPack';
import type { Message } from '../../api/schema/infer';
import type { ModelSeed } from '../models';
import { StatusError } from '../status';
import { countTokens, shorten, topic } from '../text';
import { withoutTriggers } from '../triggers';
import type { Conversation } from './conversation';

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

/** Returns a thought summary of up to `limit` tokens. Empty if none fits. */
export function think(conversation: Conversation, limit: number): string {
  const about = topic(withoutTriggers(conversation.question)).join(', ') || 'nothing in particular';
  const paragraphs = [
    `**Reading turn ${conversation.earlier.length + 1}**\n\n` +
      `The message is “${shorten(withoutTriggers(conversation.question), 80)}”. ` +
      `Its telling words are: ${about}.`,
    '**Choosing a form**\n\n' +
      'The rules look for words such as code, table or list, and otherwise make a short remark.',
  ];
  let text = '';
  for (const paragraph of paragraphs) {
    const longer = `${text}${paragraph}\n\n`;
    if (countTokens(longer) > limit) break;
    text = longer;
  }
  return text;
}

/** HMAC key for signatures. Fixed and not secret, so that saved conversations stay valid after a restart. */
const KEY = 'emulator thought signature';
const ID_BYTES = 8;
const SEAL_BYTES = 16;

/** Returns the signature of a part. `id` is any text that identifies the part. */
export function signature(id: string, part: Message<'Part'>): string {
  const head = createHmac('sha256', KEY).update(`id ${id}`).digest().subarray(0, ID_BYTES);
  return Buffer.concat([head, seal(head, part)]).toString('base64');
}

/**
 * Throws 400 for foreign or changed signatures and, if `strict`, for missing ones in the current
 * turn.
 * @param given valid signatures from other sources.
 */
export function checkSignatures(
  contents: readonly Message<'Content'>[],
  strict: boolean,
  given: ReadonlySet<string> = new Set(),
): void {
  let currentTurn = 0;
  contents.forEach((content, position) => {
    for (const part of content.parts ?? []) {
      const { thoughtSignature: signed } = part;
      if (signed !== undefined && !given.has(signed) && !isGenuine(signed, part)) {
        throw new StatusError(400, 'Corrupted thought signature.');
      }
      if (content.role !== 'model' && part.text !== undefined) currentTurn = position;
    }
  });
  if (!strict) return;
  contents.slice(currentTurn).forEach((content, offset) => {
    const first = content.parts?.find((part) => part.functionCall !== undefined);
    if (first?.functionCall === undefined || first.thoughtSignature !== undefined) return;
    const name = `default_api:${first.functionCall.name ?? ''}`;
    throw new StatusError(
      400,
      'Function call is missing a thought_signature in functionCall parts. This is required for ' +
        'tools to work correctly, and missing thought_signature may lead to degraded model ' +
        `performance. Additional data, function call \`${name}\` , position ` +
        `${currentTurn + offset + 1}. Please refer to ` +
        'https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
    );
  });
}

/** Documented placeholders for missing signatures, such as those of other models' turns; plain or base64. */
const PLACEHOLDER_SIGNATURES: ReadonlySet<string> = new Set(
  ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'].flatMap((text) => [
    text,
    Buffer.from(text).toString('base64'),
  ]),
);

/** Whether the emulator created a signature for such a part, or it is a documented placeholder. */
export function isGenuine(text: string, part: Message<'Part'>): boolean {
  if (PLACEHOLDER_SIGNATURES.has(text)) return true;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== ID_BYTES + SEAL_BYTES) return false;
  return timingSafeEqual(seal(bytes.subarray(0, ID_BYTES), part), bytes.subarray(ID_BYTES));
}

function seal(id: Buffer, part: Message<'Part'>): Buffer {
  return createHmac('sha256', KEY)
    .update(id)
    .update(boundTo(part))
    .digest()
    .subarray(0, SEAL_BYTES);
}

/**
 * Returns the signed data of a part. Text isn't signed, because clients merge text chunks and the signature
 * is often on an empty last chunk.
 */
function boundTo({ functionCall, inlineData }: Message<'Part'>): string {
  if (functionCall) return `call ${functionCall.name ?? ''}`;
  return inlineData ? `data ${(inlineData.data ?? '').replace(/=+$/, '').length}` : '';
}
