import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items, objectAt, textAt, tryParse } from '../../base/json';
import type { FilePart } from '../../platform/files';
import { keyHash } from './batchLine';
import { byteLines, isBlank, lineText } from './byteLines';

/**
 * What became of a request, the worst first: the service refused it, it has no answer, the answer was held back, or it
 * was answered.
 */
export const RESULT_STATES = ['failed', 'missing', 'blocked', 'answered'] as const;

export type ResultState = (typeof RESULT_STATES)[number];

/** A request with its answer: where both stand in their files. */
export interface ResultPlace {
  /** Absent where the requests are not known here. */
  readonly request?: FilePart;
  readonly answer?: FilePart;
  readonly state: ResultState;
}

/** Numbers one after the other, as many as come, in 8 bytes each. */
class Numbers {
  #values = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const more = new Float64Array(this.#values.length * 2);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }
}

/** Lines of a file: where each stands, and the hash of its key; no number where it has none. */
class LinePlaces {
  readonly #offsets = new Numbers();
  readonly #lengths = new Numbers();
  readonly #keys = new Numbers();

  get length(): number {
    return this.#offsets.length;
  }

  push({ offset, length }: FilePart, key: string): void {
    this.#offsets.push(offset);
    this.#lengths.push(length);
    this.#keys.push(key === '' ? Number.NaN : keyHash(key));
  }

  place(index: number): FilePart {
    return { offset: this.#offsets.at(index), length: this.#lengths.at(index) };
  }

  key(index: number): number {
    return this.#keys.at(index);
  }

  /** The first line of each key. */
  byKey(): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (let index = 0; index < this.length; index += 1) {
      const key = this.key(index);
      if (!Number.isNaN(key) && !found.has(key)) found.set(key, index);
    }
    return found;
  }
}

/** Tokens of all answers, as the service counted them. */
export interface TokenSums {
  readonly prompts: number;
  readonly answers: number;
}

/**
 * The answers of a batch joined to its requests. It holds some numbers for each, whatever their size: the texts stay
 * in their files and are read when they are shown.
 */
export class ResultIndex {
  readonly #requests: LinePlaces;
  readonly #answers: LinePlaces;
  readonly #states: Numbers;
  /** By the numbers of the rows: the lines of requests and answers, -1 for none. */
  readonly #rows: readonly [requests: Numbers, answers: Numbers];
  readonly tokens: TokenSums;

  constructor(requests: LinePlaces, answers: LinePlaces, states: Numbers, tokens: TokenSums) {
    this.#requests = requests;
    this.#answers = answers;
    this.#states = states;
    this.#rows = joined(requests, answers);
    this.tokens = tokens;
  }

  /** Rows. */
  get length(): number {
    return this.#rows[0].length;
  }

  /** Whether the requests are known. */
  get hasRequests(): boolean {
    return this.#requests.length > 0;
  }

  at(row: number): ResultPlace {
    const [request, answer] = [this.#rows[0].at(row), this.#rows[1].at(row)];
    return {
      ...(request >= 0 && { request: this.#requests.place(request) }),
      ...(answer >= 0 && { answer: this.#answers.place(answer) }),
      state: this.stateOf(row),
    };
  }

  stateOf(row: number): ResultState {
    const answer = this.#rows[1].at(row);
    return (answer < 0 ? undefined : RESULT_STATES[this.#states.at(answer)]) ?? 'missing';
  }

  /** How many rows are in each state. */
  counts(): { readonly [S in ResultState]: number } {
    const counts = { failed: 0, missing: 0, blocked: 0, answered: 0 };
    for (let row = 0; row < this.length; row += 1) counts[this.stateOf(row)] += 1;
    return counts;
  }

  /** The numbers of rows in some states: the worst state first, and in the order of the requests within each. */
  rowsIn(states: readonly ResultState[]): Uint32Array {
    const found = new Uint32Array(this.length);
    let length = 0;
    for (const state of RESULT_STATES.filter((one) => states.includes(one))) {
      for (let row = 0; row < this.length; row += 1) {
        if (this.stateOf(row) === state) found[length++] = row;
      }
    }
    return found.subarray(0, length);
  }
}

/** Row by row the lines that belong together: by their keys; by their order where answers have none. */
function joined(requests: LinePlaces, answers: LinePlaces): readonly [Numbers, Numbers] {
  const rows = [new Numbers(), new Numbers()] as const;
  const used = new Set<number>();
  let byKey: ReadonlyMap<number, number> | undefined;
  let isInOrder = true;
  for (let request = 0; request < requests.length; request += 1) {
    const key = answers.key(request);
    const isHere = request < answers.length && (Number.isNaN(key) || key === requests.key(request));
    let answer = request;
    if (!isHere) {
      byKey ??= answers.byKey();
      answer = byKey.get(requests.key(request)) ?? -1;
      if (isInOrder) for (let before = 0; before < request; before += 1) used.add(before);
      isInOrder = false;
    }
    if (!isInOrder) used.add(answer);
    rows[0].push(request);
    rows[1].push(answer);
  }
  for (let answer = 0; answer < answers.length; answer += 1) {
    if (isInOrder ? answer < requests.length : used.has(answer)) continue;
    rows[0].push(-1);
    rows[1].push(answer);
  }
  return rows;
}

export interface JoinOptions {
  /** The requests as they were sent; absent where they are not known here. */
  readonly requests?: AsyncIterable<Uint8Array> | undefined;
  readonly answers: AsyncIterable<Uint8Array>;
  /** Told now and then how many lines were read. */
  readonly onLines?: (read: number) => void;
}

/** Lines between two reports. */
const REPORTED = 1000;

/** Reads requests and answers once, a line at a time, and joins them. */
export async function joinResults(options: JoinOptions): Promise<ResultIndex> {
  const { onLines } = options;
  const [requests, answers, states] = [new LinePlaces(), new LinePlaces(), new Numbers()];
  let [prompts, produced] = [0, 0];
  for await (const line of byteLines(options.answers)) {
    if (isBlank(line.bytes)) continue;
    const value = parsed(line.bytes);
    answers.push(line, keyOf(value));
    states.push(RESULT_STATES.indexOf(answerState(value)));
    const usage = objectAt(objectAt(value, 'response'), 'usageMetadata');
    prompts += countAt(usage, 'promptTokenCount');
    produced += countAt(usage, 'candidatesTokenCount') + countAt(usage, 'thoughtsTokenCount');
    if (answers.length % REPORTED === 0) onLines?.(answers.length);
  }
  for await (const line of byteLines(options.requests ?? nothing())) {
    if (isBlank(line.bytes)) continue;
    requests.push(line, keyOf(parsed(line.bytes)));
    if (requests.length % REPORTED === 0) onLines?.(answers.length + requests.length);
  }
  return new ResultIndex(requests, answers, states, { prompts, answers: produced });
}

async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {
  // There are no requests.
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
