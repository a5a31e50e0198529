import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items, objectAt, textAt, tryParse } from '../../base/json';
import type { FilePart } from '../../platform/files';
import { byteLines, isBlank, lineText } from './byteLines';

/**
 * What became of a request, the worst first: the service refused it, it has no answer, the answer was held back, or it
 * was answered.
 */
export const RESULT_STATES = ['failed', 'missing', 'blocked', 'answered'] as const;

export type ResultState = (typeof RESULT_STATES)[number];

/** A request with its answer: where both stand in their files. */
interface ResultPlace {
  /** Absent if the requests are not known here. */
  readonly request?: FilePart;
  readonly answer?: FilePart;
  readonly state: ResultState;
}

/** A line of a file: where it stands, and its key, which is empty if it has none. */
interface KeyedLine {
  readonly part: FilePart;
  readonly key: string;
}

interface AnswerLine extends KeyedLine {
  readonly state: ResultState;
}

/** Tokens of all answers, as the service counted them. */
interface TokenSums {
  readonly prompts: number;
  readonly answers: number;
}

/**
 * The answers of a batch joined to its requests. The texts stay in their files and are read when they are shown.
 */
export class ResultIndex {
  readonly #rows: readonly ResultPlace[];
  /** Whether the requests are known. */
  readonly hasRequests: boolean;
  readonly tokens: TokenSums;

  constructor(rows: readonly ResultPlace[], hasRequests: boolean, tokens: TokenSums) {
    this.#rows = rows;
    this.hasRequests = hasRequests;
    this.tokens = tokens;
  }

  /** Rows. */
  get length(): number {
    return this.#rows.length;
  }

  at(row: number): ResultPlace {
    return this.#rows[row] ?? { state: 'missing' };
  }

  /** How many rows are in each state. */
  counts(): { readonly [S in ResultState]: number } {
    const counts = { failed: 0, missing: 0, blocked: 0, answered: 0 };
    for (const { state } of this.#rows) counts[state] += 1;
    return counts;
  }

  /** The numbers of rows in some states: the worst state first, and in the order of the requests within each. */
  rowsIn(states: readonly ResultState[]): readonly number[] {
    return RESULT_STATES.filter((one) => states.includes(one)).flatMap((state) =>
      this.#rows.flatMap((row, index) => (row.state === state ? [index] : [])),
    );
  }
}

/** The lines that belong together, by their keys, or by their order if no answer has one; then the other answers. */
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
  /** The requests as they were sent; absent if they are not known here. */
  readonly requests?: AsyncIterable<Uint8Array> | undefined;
  readonly answers: AsyncIterable<Uint8Array>;
  /** Told now and then how many lines were read. */
  readonly onLines?: (read: number) => void;
}

/** Lines between two reports. */
const REPORTED = 1000;

/** Reads requests and answers once, a line at a time, and joins them. */
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

/** A line as an object; an empty one where it is none. */
export function parsed(bytes: Uint8Array): JsonObject {
  const value = tryParse(lineText(bytes) ?? '');
  return isObject(value) ? value : {};
}

/** The key of a line, of whichever file; empty where it has none. */
export function keyOf(line: JsonObject): string {
  return textAt(line, 'key') || textAt(objectAt(line, 'metadata'), 'key');
}

function countAt(usage: JsonObject, name: string): number {
  const count = usage[name];
  return typeof count === 'number' && count > 0 ? count : 0;
}

/** Why a model stopped where all is well; what is held back has another reason. */
const GOOD_ENDS: ReadonlySet<JsonValue | undefined> = new Set([undefined, 'STOP', 'MAX_TOKENS']);

/** What a line of the answers says. */
export function answerState(line: JsonObject): ResultState {
  if (isObject(line.error) || !isObject(line.response)) return 'failed';
  const { response } = line;
  if (isObject(response.embedding)) return 'answered';
  const candidates = items(response.candidates).filter(isObject);
  const isGood = candidates.some(({ finishReason }) => GOOD_ENDS.has(finishReason));
  return isGood ? 'answered' : 'blocked';
}
