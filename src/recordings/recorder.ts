import type { Agent, ServerResponse } from 'node:http';
import type { Clock } from '../base/clock';
import { errorMessage, messageWithHint } from '../base/errors';
import type { JsonValue } from '../base/json';
import { type Counts, missText, noCounts, note } from './counts';
import { FolderLock } from './folderLock';
import type { Exchange, RecordedRequest } from './exchange';
import { type Canonical, Canonicalizer } from './canonical';
import { type Asked, refusedStart, requestOf, type RequestParts } from './incoming';
import { KnownRecordings } from './known';
import type { Matcher, Miss, Missed } from './matcher';
import type { ModeSettings } from './modes';
import { play, type Prepared, prepare, type ReplaySpeed } from './play';
import { Places, type Surroundings } from './places';
import type { UpstreamAgents } from './proxy';
import { relayAnswer } from './relayed';
import { DEFAULT_RULES, type MatchRules } from './rules';
import { fileNameOf, foldersBeside, type Recording, RecordingFolder } from './store';
import { type AskedUpstream, RecordingWriter, type WriterOptions } from './writer';

export interface RecorderOptions extends WriterOptions {
  /** Folder of the session's recordings. */
  readonly folder: string;
  readonly settings: ModeSettings;
  readonly rules?: MatchRules;
  readonly speed?: ReplaySpeed;
  /** Whether what only reads is answered again in a replay, as often as somebody looks. */
  readonly repeats?: boolean;
  /** Whether a replay begins with the first recordings again once all that are like a request were used. */
  readonly startsOver?: boolean;
  readonly clock: Clock;
  readonly surroundings: Surroundings;
  readonly agents: UpstreamAgents;
}

/** What answered; the answer has been sent, but for that to a miss. */
export type Outcome = { readonly by: 'recording' | 'upstream' } | MissOutcome;

interface MissOutcome {
  readonly by: 'miss';
  readonly miss: Miss;
  readonly text: string;
}

/** What was answered to an upload, as JSON. */
interface RecordedUploadAnswer {
  readonly by: 'recording';
  readonly status: number;
  readonly text: string;
}

/** Replays and records the exchanges of one session. */
export class Recorder {
  readonly folder: RecordingFolder;
  readonly settings: ModeSettings;
  /** What texts have that is another one elsewhere. */
  readonly places: Places;
  readonly counts: Counts = noCounts();
  readonly #options: RecorderOptions;
  readonly #canonicalizer: Canonicalizer;
  readonly #prepared = new WeakMap<Recording, Prepared>();
  readonly #known: KnownRecordings;
  readonly #writer: RecordingWriter;
  /** The last requests that nothing was recorded for, by the recordings that are most like them. */
  readonly #missed = new Map<string, Missed>();
  readonly #lock: FolderLock;
  #order = 0;
  #problem: string | undefined;
  #hasToldHint = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.settings = options.settings;
    this.folder = new RecordingFolder(options.folder, options.surroundings.workingDirectory);
    this.#lock = new FolderLock(options.folder);
    const { rules = DEFAULT_RULES, startsOver = false, settings } = options;
    this.#canonicalizer = new Canonicalizer(rules);
    const isReplay = settings.acting === 'replay';
    this.#known = new KnownRecordings(this.folder, rules, startsOver && isReplay);
    this.places = new Places(options.surroundings);
    this.#writer = new RecordingWriter({
      ...{ options, folder: this.folder, counts: this.counts },
      canonicalizer: this.#canonicalizer,
    });
  }

  /** Whether the caller's credential goes on to somebody else. */
  get relays(): boolean {
    return this.settings.upstream !== undefined;
  }

  /**
   * Earlier recordings that nobody has asked for, also those that were removed for that; none where none are looked at, or
   * their folder can't be read, which is a `problem`.
   */
  get unused(): readonly string[] {
    const { acting } = this.settings;
    try {
      if (acting === 'record') return this.#writer.unasked;
      if (acting === 'generate') return [];
      return this.#known.unused;
    } catch (error) {
      this.#problem = errorMessage(error);
      return [];
    }
  }

  /** Earlier recordings that a complete recording has not requested and has left, once it has ended. */
  get prunable(): readonly string[] {
    return this.#writer.prunable;
  }

  /** Why requests could not be compared with the recordings; undefined where they could. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The recordings of requests. Throws `AppError` where one can't be read. */
  get matcher(): Matcher {
    return this.#reading(({ matcher }) => matcher);
  }

  /** Those that are the same as a request and that nobody has asked for. Throws `AppError` as `matcher` does. */
  alike(canonical: Canonical): readonly Recording[] {
    return this.#reading((known) => known.alike(canonical));
  }

  /** Another run of a program begins: what was used can be used again. */
  startOver(): void {
    this.#known.startOver();
  }

  /**
   * Makes sure that what is recorded can be written in its folder and that nobody else records this folder anew meanwhile; the
   * first request that asks the upstream does it too. Throws `AppError`.
   * @param before whose place it takes: where that has claimed the same folder, its claim goes over.
   */
  claim(before?: Recorder): void {
    if (this.relays) this.folder.requirePlace();
    if (this.settings.acting === 'record')
      this.#lock.take(before === undefined ? undefined : before.#lock);
  }

  /** Claims the folder before something is asked upstream. Throws `AppError`, and what is asked counts as not recorded. */
  beginRelay(operation: string): void {
    try {
      this.claim();
    } catch (error) {
      this.lose(`${operation} is not recorded: ${messageWithHint(error)}`);
      throw error;
    }
  }

  /** What connections to an upstream are made by; undefined for Node.js's own. Throws `AppError` for what is no proxy. */
  agentFor(upstream: string): Agent | undefined {
    return this.#options.agents.for(upstream);
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  /** How fast recorded streams come. */
  get speed(): ReplaySpeed {
    return this.#options.speed ?? 0;
  }

  /** The place of a request among those of the session. */
  nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }

  /** Answers a request. Rejects where the upstream does not answer, or the client leaves. */
  async answer(asked: Asked, response: ServerResponse): Promise<Outcome> {
    const order = this.nextOrder();
    const request = this.requestOf(asked);
    const canonical = this.#canonicalizer.of(asked.operation, request);
    if (this.settings.acting !== 'record') {
      const found = this.#take(canonical) ?? this.#again(asked, canonical);
      if (found) {
        this.counts.hits += 1;
        await this.#play(found, asked, response);
        return { by: 'recording' };
      }
      if (this.settings.acting === 'replay') return this.miss(canonical);
    }
    this.beginRelay(asked.operation);
    await this.losing(asked, async () => {
      const answer = await relayAnswer(this, asked, response);
      if (answer) this.keep({ operation: asked.operation, request, answer }, order);
    });
    return { by: 'upstream' };
  }

  /** The recorded answer to bytes that were uploaded, with what stands for the address of the service. */
  uploaded(operation: string, request: RecordedRequest): RecordedUploadAnswer | MissOutcome {
    const canonical = this.#canonicalizer.of(operation, request);
    return this.#recordedUpload(canonical) ?? this.miss(canonical);
  }

  /** The same; undefined where there is none, which is no miss yet. */
  recordedUpload(operation: string, request: RecordedRequest): RecordedUploadAnswer | undefined {
    return this.#recordedUpload(this.#canonicalizer.of(operation, request));
  }

  /** The recorded error of an upload that was refused before its bytes, with that too. */
  refused(
    operation: string,
    start: RequestParts,
  ): { readonly status: number; readonly text: string } | undefined {
    const request = refusedStart(this.requestOf(start));
    // One that was taken before it is for whoever asks first.
    const isNext = ({ number }: Recording): boolean =>
      !this.matcher.unused.some(
        ({ number: other, exchange }) =>
          other < number && exchange.operation === operation && exchange.request.upload,
      );
    const found = this.#take(this.#canonicalizer.of(operation, request), isNext);
    if (!found) return undefined;
    this.counts.hits += 1;
    const { status, whole = '' } = this.#preparedOf(found);
    return { status, text: whole };
  }

  /** Whether there is a recorded upload that nobody has asked for, and that the one which begins may become. */
  hasUploadFor({ operation, headers }: Pick<Asked, 'headers' | 'operation'>): boolean {
    const announced = headers['x-goog-upload-header-content-length'];
    return this.matcher.unused.some(({ exchange }) => {
      const { upload } = exchange.request;
      if (!upload || exchange.operation !== operation) return false;
      return announced === undefined || upload.bytes === Number(announced);
    });
  }

  /** A request as it is compared and written. */
  requestOf(parts: RequestParts): RecordedRequest {
    return requestOf(parts, this.places);
  }

  canonicalOf(operation: string, request: RecordedRequest): Canonical {
    return this.#canonicalizer.of(operation, request);
  }

  /** Counts and tells a miss. @param expected what was recorded in its place, where that is no whole request. */
  miss(
    canonical: Canonical,
    miss = this.matcher.missOf(canonical),
    expected?: JsonValue,
  ): MissOutcome {
    this.counts.misses += 1;
    const { value: asked } = canonical;
    const missed = expected === undefined ? { asked } : { asked, recorded: expected };
    if (miss.nearest !== undefined) this.#missed.set(miss.nearest, missed);
    const { operation, path } = canonical;
    const text = missText(operation === 'other' ? path : operation, miss);
    const { nearest } = miss;
    note(this.counts, {
      what: 'missed',
      text: `${operation} ${path}`,
      ...(nearest && { nearest }),
    });
    this.#options.tell(text + this.#hintFor(miss));
    return { by: 'miss', miss, text };
  }

  /** What helps beside the difference; the same is said once. */
  #hintFor({ nearest, ignored }: Miss): string {
    const isEmpty = this.matcher.size === 0;
    if (this.#hasToldHint || (nearest === undefined && !isEmpty)) return '';
    this.#hasToldHint = true;
    return isEmpty
      ? `\n  There are no recordings in ${this.folder.path}.${this.#othersText()}`
      : `\n  Ignored: ${ignored.join(', ')}.`;
  }

  /** Names the folders that have some: often the session, or the folder, is another one than was meant. */
  #othersText(): string {
    const others = foldersBeside(this.folder.path);
    return others.length === 0 ? '' : ` There are some beside it in ${others.join(', ')}.`;
  }

  /** The last request that a recording is most like of those that were missed; undefined where there is none. */
  missedNear(file: string): Missed | undefined {
    return this.#missed.get(file);
  }

  /** Takes an exchange that was made now: it is written at once, or at the end where all of them are. */
  keep(exchange: Exchange, order: number): void {
    if (this.settings.acting === 'record') {
      this.#writer.add(exchange, order);
      return;
    }
    const { operation, request, answer } = exchange;
    if (answer.status === 429 || answer.status >= 500) {
      const why = `the service has answered ${answer.status}, which passes, and is asked again the next time`;
      this.lose(`${operation} is not recorded: ${why}.`, true);
      return;
    }
    const { hash } = this.#canonicalizer.of(operation, request);
    const number = 1 + Math.max(0, ...this.folder.list().map((file) => parseInt(file, 10)));
    const file = fileNameOf(number, exchange, hash);
    if (!this.#writer.write(file, exchange)) return;
    this.counts.recorded += 1;
    this.#known.addUsed({ file, number, exchange });
  }

  /** Credentials that were sent with requests: none of them may be in a file. */
  remember(credentials: readonly string[]): void {
    this.#writer.remember(credentials);
  }

  /** Does what asks the upstream; one that fails is noted as lost. */
  losing<T>(asked: AskedUpstream, work: () => Promise<T>): Promise<T> {
    return this.#writer.losing(asked, work);
  }

  /** Tells of a request of which there is no recording. @param isChoice whether its client has left. */
  lose(why: string, isChoice = false): void {
    this.#writer.lose(why, isChoice);
  }

  /** Ends the session, and writes what waits for that. Never throws. */
  close(): void {
    // Elsewhere each is written as soon as it is there, also after that.
    if (this.settings.acting === 'record') this.#writer.end();
    this.#lock.release();
  }

  #recordedUpload(canonical: Canonical): RecordedUploadAnswer | undefined {
    const found = this.#take(canonical);
    if (!found) return undefined;
    this.counts.hits += 1;
    const { status, whole = '' } = this.#preparedOf(found);
    return { by: 'recording', status, text: whole };
  }

  #take(canonical: Canonical, isRight?: (found: Recording) => boolean): Recording | undefined {
    return this.#reading((known) => known.take(canonical, isRight));
  }

  #reading<T>(read: (known: KnownRecordings) => T): T {
    try {
      return read(this.#known);
    } catch (error) {
      this.#problem = errorMessage(error);
      throw error;
    }
  }

  #again({ method, operation }: Asked, canonical: Canonical): Recording | undefined {
    const { repeats = false, settings } = this.#options;
    const isRead = method === 'GET' || operation.endsWith('.countTokens');
    const mayRepeat = repeats && isRead && settings.acting === 'replay';
    return mayRepeat ? this.matcher.again(canonical) : undefined;
  }

  #preparedOf(recording: Recording): Prepared {
    const known = this.#prepared.get(recording);
    if (known) return known;
    const fresh = prepare(recording.exchange.answer, (text) => this.places.placed(text));
    this.#prepared.set(recording, fresh);
    return fresh;
  }

  async #play(recording: Recording, asked: Asked, response: ServerResponse): Promise<void> {
    const known = this.#preparedOf(recording);
    const { base, signal } = asked;
    const { speed, clock } = this;
    await play(response, known, { base, speed, clock, signal });
  }
}
