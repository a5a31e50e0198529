import type { Message } from '../../api/schema/infer';
import type {
  Conversation,
  FinishStatus,
  ModelTurn,
  Turn,
  TurnResult,
} from '../model/conversation';
import { isResult } from '../model/turns';
import { checkedAnswer, classifyAnswer } from './turnResult';

/**
 * Replaces the text of a turn. New text resets the API's status: rejected prompt or missing
 * response.
 */
export function withEditedTurn(conversation: Conversation, id: string, text: string): Conversation {
  const at = conversation.turns.findIndex((turn) => turn.id === id);
  const turn = conversation.turns[at];
  if (!turn) return conversation;
  const edited = withText(turn, text);
  if (edited === turn) return conversation;
  const turns = [...conversation.turns];
  if (edited.role === 'user') {
    turns[at] = edited;
    const answer = turns[at + 1];
    if (answer) turns[at + 1] = isEditable(answer);
  } else {
    turns[at] = checkedAnswer(isUserTurn(edited), conversation);
  }
  return { ...conversation, turns };
}

function isEditable(turn: Turn): Turn {
  if (turn.role !== 'model' || !turn.outcome) return turn;
  const { promptRefused, unanswered, ...outcome } = turn.outcome;
  if (!promptRefused && !unanswered) return turn;
  return { ...turn, outcome };
}

/** Marks a response as edited, and updates its candidate to match. */
function isUserTurn(turn: ModelTurn): ModelTurn {
  // The text before a continuation is unknown after an edit.
  const { outcome, alternatives, chosen = 0, continuation: _, interaction: __, ...rest } = turn;
  const hadAnswer = outcome?.verdict !== 'failed' && outcome?.verdict !== 'promptBlocked';
  return {
    ...rest,
    edited: true,
    ...(outcome && hadAnswer && { outcome }),
    ...(alternatives && { alternatives: alternatives.with(chosen, turn.content), chosen }),
  };
}

type Part = Message<'Part'>;

interface Piece {
  readonly part: number;
  readonly text: string;
  readonly start: number;
}

/** Returns the editable text of a turn, without thoughts and text attachments. */
export function editableText(turn: Turn): string {
  return piecesOf(turn)
    .map(({ text }) => text)
    .join('');
}

/**
 * Replaces the text of a turn. Changed parts lose their signature, which is valid only for the
 * original text. Empty parts are removed; other parts stay.
 */
export function withText(turn: Turn, text: string): Turn {
  const pieces = piecesOf(turn);
  const parts = [...(turn.content.parts ?? [])];
  if (pieces.length === 0) return text === '' ? turn : withParts(turn, [...parts, { text }]);
  const { from, to, put } = difference(editableText(turn), text);
  if (from === to && put === '') return turn;
  const changed = new Map<number, Part | undefined>();
  let rest: string | undefined = put;
  for (const { part, text: before, start } of pieces) {
    const end = start + before.length;
    const isFirst = rest !== undefined && from <= end;
    const isInside = rest === undefined && start < to;
    if (!isFirst && !isInside) continue;
    const head = before.slice(0, Math.max(0, from - start));
    const after = head + (rest ?? '') + before.slice(Math.max(0, to - start));
    rest = undefined;
    if (after !== before) changed.set(part, textPart(parts[part], after));
  }
  return withParts(turn, parts, changed);
}

function piecesOf(turn: Turn): readonly Piece[] {
  const attached = new Set(turn.role === 'user' ? turn.attached?.map(({ part }) => part) : []);
  const pieces: Piece[] = [];
  let start = 0;
  for (const [part, { text, thought }] of (turn.content.parts ?? []).entries()) {
    if (text === undefined || thought || attached.has(part)) continue;
    pieces.push({ part, text, start });
    start += text.length;
  }
  return pieces;
}

function difference(
  one: string,
  other: string,
): { readonly from: number; readonly to: number; readonly put: string } {
  const most = Math.min(one.length, other.length);
  let from = 0;
  while (from < most && one[from] === other[from]) from++;
  let tail = 0;
  while (tail < most - from && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  return { from, to: one.length - tail, put: other.slice(from, other.length - tail) };
}

function textPart(part: Part | undefined, text: string): Part | undefined {
  if (text === '') return undefined;
  const { thoughtSignature: _, ...rest } = part ?? {};
  return { ...rest, text };
}

function withParts(
  turn: Turn,
  parts: readonly Part[],
  changed: ReadonlyMap<number, Part | undefined> = new Map(),
): Turn {
  const kept = parts.flatMap((part, index) => {
    const now = changed.has(index) ? changed.get(index) : part;
    return now ? [{ part: now, index }] : [];
  });
  const content = { ...turn.content, parts: kept.map(({ part }) => part) };
  if (turn.role === 'model') return { ...turn, content };
  // The saved template doesn't apply to the new text.
  const { template: _, automatic: _byItself, ...rest } = turn;
  if (!turn.attached) return { ...rest, content };
  const attached = turn.attached.flatMap((entry) => {
    const part = kept.findIndex(({ index }) => index === entry.part);
    return part < 0 ? [] : [{ ...entry, part }];
  });
  return { ...rest, content, attached };
}

type GenerateResponse = Message<'GenerateContentResponse'>;

const BROKEN: ReadonlySet<FinishStatus> = new Set([
  'stopped',
  'interrupted',
  'lost',
  'stalled',
  'serviceFailed',
]);

/**
 * Selects another candidate with its content and finish reason. Returns the same turn if there is
 * no such candidate.
 */
export function withCandidate(turn: ModelTurn, index: number): ModelTurn {
  const content = turn.alternatives?.[index];
  if (!content || index === (turn.chosen ?? 0)) return turn;
  const outcome = turn.outcome && outcomeOf(turn, turn.outcome, index);
  return { ...turn, content, chosen: index, ...(outcome && { outcome }) };
}

function outcomeOf(turn: ModelTurn, before: TurnResult, index: number): TurnResult {
  const answer = (turn.answer ?? {}) as GenerateResponse;
  const candidate = answer.candidates?.[index] ?? {};
  const { durationMs, firstTokenMs } = before;
  const wasBroken = BROKEN.has(before.verdict);
  // An interrupted stream interrupted all candidates that had no finish reason.
  if (wasBroken && candidate.finishReason === undefined) return before;
  const parts = turn.alternatives?.[index]?.parts ?? [];
  return classifyAnswer(
    { ...answer, ...candidate, parts, usage: answer.usageMetadata },
    { kind: 'ended' },
    { durationMs, firstTokenMs },
  );
}

export function signatureCount({ content: { parts = [] } }: Turn): number {
  return parts.filter(({ thoughtSignature }) => thoughtSignature !== undefined).length;
}

/** Removes a turn and its dependents: results without calls, and earlier calls without results. */
export function withoutTurn(turns: readonly Turn[], id: string): readonly Turn[] {
  const at = turns.findIndex((turn) => turn.id === id);
  const [turn, next, before] = [turns[at], turns[at + 1], turns[at - 1]];
  if (!turn) return turns;
  const gone = new Set([turn]);
  if (callsFunctions(turn) && next && isResult(next)) gone.add(next);
  if (isResult(turn) && next && before && callsFunctions(before)) gone.add(before);
  return turns.filter((other) => !gone.has(other));
}

function callsFunctions({ role, content: { parts = [] } }: Turn): boolean {
  return role === 'model' && parts.some(({ functionCall }) => functionCall !== undefined);
}
