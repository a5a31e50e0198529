import type { Message } from '../../api/schema/infer';
import { digest } from '../digest';
import { StatusError } from '../status';
import { countTokens, takeTokens } from '../text';
import { isText, type Step } from './run';

type Counted = Message<'GenerateContentResponse.UsageMetadata'>;

/** How the names of models begin whose answers are longer than one call gives. */
const LONG = 'gemini-4-';
/** What one call gives then. */
const HOP_TOKENS = 65_536;

/** An answer of one call, of which the next one may give the rest. */
export interface Hop {
  readonly steps: readonly Step[];
  readonly counted: Counted;
  /** With which the next call goes on; undefined at the end. */
  readonly token?: string;
}

/** How many tokens one call gives of an answer; undefined where it gives all. @param parts as `[[continuation:3]]` asks. */
export function hopSize(
  modelId: string,
  steps: readonly Step[],
  parts: string | undefined,
): number | undefined {
  if (parts === undefined) return modelId.startsWith(LONG) ? HOP_TOKENS : undefined;
  const wanted = Math.max(2, Math.trunc(Number(parts)) || 0);
  return Math.ceil(countTokens(textOf(steps)) / wanted);
}

/**
 * What one call gives of an answer: the first has what comes before the text, each a stretch of the text.
 * Throws 400 for a token that is not of this answer.
 */
export function hopOf(
  steps: readonly Step[],
  counted: Counted,
  size: number | undefined,
  token: string | undefined,
): Hop {
  const text = textOf(steps);
  const from = token === undefined ? 0 : placeIn(token, text);
  if (size === undefined && from === 0) return { steps, counted };
  const before = takeTokens(text, from).text;
  const piece = takeTokens(text.slice(before.length), size ?? Infinity);
  const isLast = before.length + piece.text.length >= text.length;
  if (from === 0 && isLast) return { steps, counted };
  const said: Step = { type: 'model_output', content: [{ type: 'text', text: piece.text }] };
  const first = from === 0 ? steps.filter(({ type }) => type !== 'model_output') : [];
  return {
    steps: [...first, said],
    counted: {
      ...counted,
      ...(from > 0 && { thoughtsTokenCount: 0, toolUsePromptTokenCount: 0 }),
      candidatesTokenCount: piece.tokens,
      candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: piece.tokens }],
    },
    ...(!isLast && { token: tokenAt(from + piece.tokens, text) }),
  };
}

function textOf(steps: readonly Step[]): string {
  return steps
    .flatMap((step) => (step.type === 'model_output' ? (step.content ?? []) : []))
    .flatMap((one) => (isText(one) ? (one.text ?? '') : []))
    .join('');
}

function tokenAt(place: number, text: string): string {
  return Buffer.from(`${place} ${digest(text).slice(0, 16)}`).toString('base64url');
}

function placeIn(token: string, text: string): number {
  const [place = '', mark] = Buffer.from(token, 'base64url').toString().split(' ');
  const at = Number(place);
  if (mark === digest(text).slice(0, 16) && Number.isInteger(at) && at > 0) return at;
  throw new StatusError(400, 'The continuation token is invalid.');
}
