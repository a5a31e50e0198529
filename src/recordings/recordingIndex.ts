import { isObject, type JsonObject, type JsonValue } from '../base/json';
import type { Canonical } from './canonical';
import type { RecordedRequest, RecordedResponse } from './exchange';
import { Matcher } from './matcher';
import type { MatchRules } from './rules';
import type { Recording, RecordingFolder } from './store';

/** Modification times by file. Undefined if deleted. */
type WriteTimes = Map<string, number | undefined>;

type RecordingFilter = (found: Recording) => boolean;

/**
 * A folder's recordings, reloaded when files change. All members throw `AppError` if a recording is invalid.
 */
export class RecordingIndex {
  readonly #folder: RecordingFolder;
  readonly #rules: MatchRules;
  readonly #startsOver: boolean;
  #matcher: Matcher | undefined;
  #writeTimes: WriteTimes = new Map();

  /** @param startsOver whether replay restarts with the first recording once all matches are used */
  constructor(folder: RecordingFolder, rules: MatchRules, startsOver: boolean) {
    [this.#folder, this.#rules, this.#startsOver] = [folder, rules, startsOver];
  }

  get matcher(): Matcher {
    if (!this.#matcher) {
      const { recordings, times } = this.#read();
      this.#matcher = new Matcher(recordings, this.#rules);
      this.#writeTimes = times;
    }
    return this.#matcher;
  }

  /** Recordings that no request has used. */
  get unused(): readonly string[] {
    return this.#matcher ? this.#matcher.unrequested.map(({ file }) => file) : this.#folder.list();
  }

  take(canonical: Canonical, isRight?: RecordingFilter): Recording | undefined {
    const found = this.#take(canonical, isRight);
    if (found ? this.#isUnchanged(found) : this.#areUnchanged()) return found;
    if (found) this.matcher.release(found);
    this.#readAgain();
    return this.#take(canonical, isRight);
  }

  alike(canonical: Canonical): readonly Recording[] {
    const found = this.#alike(canonical);
    const isCurrent =
      found.length > 0 ? found.every((one) => this.#isUnchanged(one)) : this.#areUnchanged();
    if (isCurrent) return found;
    this.#readAgain();
    return this.#alike(canonical);
  }

  addUsed(recording: Recording): void {
    const { file } = recording;
    this.matcher.add(recording);
    this.matcher.use(recording);
    this.#writeTimes.set(file, this.#folder.writeTime(file));
  }

  startOver(): void {
    this.#matcher?.startOver();
  }

  #take(canonical: Canonical, isRight?: RecordingFilter): Recording | undefined {
    const { matcher } = this;
    const found = matcher.take(canonical, isRight);
    return found ?? (this.#startsOver ? matcher.takeAnew(canonical, isRight) : undefined);
  }

  #alike(canonical: Canonical): readonly Recording[] {
    const { matcher } = this;
    const found = matcher.alike(canonical);
    if (found.length > 0 || !this.#startsOver || !matcher.hasLike(canonical)) return found;
    matcher.startOver();
    return matcher.alike(canonical);
  }

  #read(): { readonly recordings: readonly Recording[]; readonly times: WriteTimes } {
    const files = this.#folder.list();
    // Reads the times before the files, so that concurrent changes cause another reload.
    const times = new Map(files.map((file) => [file, this.#folder.writeTime(file)]));
    return { times, recordings: files.map((file) => this.#folder.read(file)) };
  }

  #readAgain(): void {
    const before = this.#writeTimes;
    const { recordings, times } = this.#read();
    const isAsItWas = (file: string): boolean => before.get(file) === times.get(file);
    this.#matcher = this.matcher.renewed(recordings, isAsItWas);
    this.#writeTimes = times;
  }

  #isUnchanged({ file }: Pick<Recording, 'file'>): boolean {
    return this.#folder.writeTime(file) === this.#writeTimes.get(file);
  }

  #areUnchanged(): boolean {
    const files = this.#folder.list();
    const areSame = files.length === this.#writeTimes.size;
    return areSame && files.every((file) => this.#isUnchanged({ file }));
  }
}

interface RecordedDecision {
  readonly recording: Recording;
  readonly answer: JsonValue;
}

/**
 * Composes the response of `decisions.create` from recorded answers to the same questions about the same
 * input. The API answers each question independently. Undefined if a question has no recording.
 * @param keyOf equal for equivalent requests
 */
export function composeDecision(
  request: RecordedRequest,
  recordings: readonly Recording[],
  keyOf: (request: RecordedRequest) => string,
): { readonly answer: RecordedResponse; readonly used: readonly Recording[] } | undefined {
  const known = new Map<string, RecordedDecision>();
  for (const recording of recordings) {
    const { operation, request: asked, answer } = recording.exchange;
    if (operation !== 'decisions.create' || answer.status !== 200) continue;
    const answers = bodyOf(answer)?.answers;
    if (!isObject(answers)) continue;
    for (const [id, single] of singleQuestions(asked)) {
      const own = answers[id];
      if (own !== undefined) known.set(keyOf(single), { recording, answer: own });
    }
  }
  const found: [string, RecordedDecision][] = [];
  for (const [id, single] of singleQuestions(request)) {
    const decision = known.get(keyOf(single));
    if (!decision) return undefined;
    found.push([id, decision]);
  }
  const [first] = found;
  if (!first) return undefined;
  const { answer } = first[1].recording.exchange;
  const answers = Object.fromEntries(found.map(([id, decision]) => [id, decision.answer]));
  const json = { ...bodyOf(answer), answers };
  return {
    answer: { ...answer, body: { kind: 'json', json } },
    used: [...new Set(found.map(([, { recording }]) => recording))],
  };
}

/** Returns a request for each question, all with the same ID. */
function singleQuestions(
  request: RecordedRequest,
): readonly (readonly [string, RecordedRequest])[] {
  const body = bodyOf(request);
  if (!isObject(body?.questions)) return [];
  return Object.entries(body.questions).map(([id, question]) => {
    const json = { ...body, questions: { question } };
    return [id, { ...request, body: { kind: 'json', json } }] as const;
  });
}

function bodyOf({ body }: RecordedResponse | RecordedRequest): JsonObject | undefined {
  return body.kind === 'json' && isObject(body.json) ? body.json : undefined;
}
