import * as l10n from '@vscode/l10n';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { isObject, items, objectAt, textAt, tryParse } from '../../base/json';
import type { FilePart } from '../../platform/files';

interface ByteLine {
  readonly line: number;
  /** In bytes from the start of the file. */
  readonly offset: number;
  /** In bytes, without the line break. */
  readonly length: number;
  /** Without the line break. Valid until the next line is read. */
  readonly bytes: Uint8Array;
}

// Maximum line length in bytes: above the request limit, but stops early on binary files.
const MAX_LINE_BYTES = 64_000_000;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Yields lines with their positions, one in memory at a time. Skips a UTF-8 BOM. Throws `AppError`
 * if a line is too long.
 */
export async function* byteLines(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<ByteLine, void, undefined> {
  /** Start of an incomplete line. Copied, because the source may reuse its buffer. */
  let begun: Buffer[] = [];
  let begunLength = 0;
  let offset = 0;
  let line = 0;
  const take = (end: Uint8Array, hasBreak: boolean): ByteLine => {
    const whole = begunLength === 0 ? end : Buffer.concat([...begun, end]);
    const start = offset;
    begun = [];
    begunLength = 0;
    offset += whole.length + (hasBreak ? 1 : 0);
    line += 1;
    const skip = start === 0 && MARK.equals(whole.subarray(0, MARK.length)) ? MARK.length : 0;
    const last = hasBreak && whole.at(-1) === CARRIAGE_RETURN ? whole.length - 1 : whole.length;
    const bytes = whole.subarray(skip, Math.max(skip, last));
    return { line, offset: start + skip, length: bytes.length, bytes };
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, from)) {
      yield take(piece.subarray(from, at), true);
      from = at + 1;
    }
    if (from === piece.length) continue;
    begun.push(Buffer.from(piece.subarray(from)));
    begunLength += piece.length - from;
    if (begunLength > MAX_LINE_BYTES) {
      throw new AppError('badSource', l10n.t('The file has a line that is too long to read.'));
    }
  }
  if (begunLength > 0) yield take(Buffer.alloc(0), false);
}

/** Returns a line's text. Undefined if the bytes aren't UTF-8. */
export function lineText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === CARRIAGE_RETURN);
}

/** Request states, worst first: rejected, without response, blocked, answered. */
export const RESULT_STATES = ['failed', 'missing', 'blocked', 'answered'] as const;

export type ResultState = (typeof RESULT_STATES)[number];

interface ResultPlace {
  readonly request?: FilePart;
  readonly answer?: FilePart;
  readonly state: ResultState;
}

interface KeyedLine {
  readonly part: FilePart;
  readonly key: string;
}

interface AnswerLine extends KeyedLine {
  readonly state: ResultState;
}

interface TokenSums {
  readonly prompts: number;
  readonly answers: number;
}

/** Responses joined to requests. The texts stay on disk and are read when shown. */
export class ResultIndex {
  readonly #rows: readonly ResultPlace[];
  readonly hasRequests: boolean;
  readonly tokens: TokenSums;

  constructor(rows: readonly ResultPlace[], hasRequests: boolean, tokens: TokenSums) {
    this.#rows = rows;
    this.hasRequests = hasRequests;
    this.tokens = tokens;
  }

  get length(): number {
    return this.#rows.length;
  }

  at(row: number): ResultPlace {
    return this.#rows[row] ?? { state: 'missing' };
  }

  counts(): { readonly [S in ResultState]: number } {
    const counts = { failed: 0, missing: 0, blocked: 0, answered: 0 };
    for (const { state } of this.#rows) counts[state] += 1;
    return counts;
  }

  /** Returns the rows in the given states: worst state first, then request order. */
  rowsIn(states: readonly ResultState[]): readonly number[] {
    return RESULT_STATES.filter((one) => states.includes(one)).flatMap((state) =>
      this.#rows.flatMap((row, index) => (row.state === state ? [index] : [])),
    );
  }
}

/** Joins lines by key, or by order if no response has a key. Unmatched responses come last. */
function joined(
  requests: readonly KeyedLine[],
  answers: readonly AnswerLine[],
): readonly ResultPlace[] {
  const hasKeys = answers.some(({ key }) => key !== '');
  const byKey = new Map(answers.toReversed().map((answer) => [answer.key, answer]));
  const others = new Set(answers);
  const rows = requests.map(({ part, key }, index): ResultPlace => {
    const answer = hasKeys ? byKey.get(key) : answers[index];
    if (!answer) return { request: part, state: 'missing' };
    others.delete(answer);
    return { request: part, answer: answer.part, state: answer.state };
  });
  return [...rows, ...[...others].map(({ part, state }) => ({ answer: part, state }))];
}

interface JoinOptions {
  /** Requests as sent; absent if they aren't on this machine. */
  readonly requests?: AsyncIterable<Uint8Array> | undefined;
  readonly answers: AsyncIterable<Uint8Array>;
  readonly onLines?: (read: number) => void;
}

const REPORTED = 1000;

export async function joinResults({
  requests: sent,
  answers: received,
  onLines,
}: JoinOptions): Promise<ResultIndex> {
  const requests: KeyedLine[] = [];
  const answers: AnswerLine[] = [];
  const tokens = { prompts: 0, answers: 0 };
  for await (const { offset, length, bytes } of byteLines(received)) {
    if (isBlank(bytes)) continue;
    const value = parsed(bytes);
    answers.push({ part: { offset, length }, key: keyOf(value), state: answerState(value) });
    const usage = objectAt(objectAt(value, 'response'), 'usageMetadata');
    tokens.prompts += countAt(usage, 'promptTokenCount');
    tokens.answers += countAt(usage, 'candidatesTokenCount') + countAt(usage, 'thoughtsTokenCount');
    if (answers.length % REPORTED === 0) onLines?.(answers.length);
  }
  for await (const { offset, length, bytes } of sent ? byteLines(sent) : []) {
    if (isBlank(bytes)) continue;
    requests.push({ part: { offset, length }, key: keyOf(parsed(bytes)) });
    if (requests.length % REPORTED === 0) onLines?.(answers.length + requests.length);
  }
  return new ResultIndex(joined(requests, answers), requests.length > 0, tokens);
}

export function parsed(bytes: Uint8Array): JsonObject {
  const value = tryParse(lineText(bytes) ?? '');
  return isObject(value) ? value : {};
}

export function keyOf(line: JsonObject): string {
  return textAt(line, 'key') || textAt(objectAt(line, 'metadata'), 'key');
}

function countAt(usage: JsonObject, name: string): number {
  const count = usage[name];
  return typeof count === 'number' && count > 0 ? count : 0;
}

/** Normal finish reasons. Any other reason means a blocked response. */
const GOOD_ENDS: ReadonlySet<JsonValue | undefined> = new Set([undefined, 'STOP', 'MAX_TOKENS']);

export function answerState(line: JsonObject): ResultState {
  if (isObject(line.error) || !isObject(line.response)) return 'failed';
  const { response } = line;
  if (isObject(response.embedding)) return 'answered';
  const candidates = items(response.candidates).filter(isObject);
  const isGood = candidates.some(({ finishReason }) => GOOD_ENDS.has(finishReason));
  return isGood ? 'answered' : 'blocked';
}
