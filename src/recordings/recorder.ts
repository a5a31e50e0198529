import type { Agent, ServerResponse } from 'node:http';
import type { Clock } from '../base/clock';
import { errorMessage, messageWithHint } from '../base/errors';
import type { JsonValue } from '../base/json';
import {
  type Counts,
  RecordingWriter,
  type UpstreamRequest,
  type WriterOptions,
  addNote,
  emptyCounts,
  unmatchedText,
} from './writer';
import { RecordingIndex, composeDecision } from './recordingIndex';
import { FolderLock, type Recording, RecordingFolder, fileNameOf, siblingFolders } from './store';
import type { Exchange, RecordedRequest } from './exchange';
import { type Canonical, Canonicalizer } from './canonical';
import {
  type IncomingRequest,
  rejectedStart,
  toRecordedRequest,
  type RequestParts,
} from './incoming';
import type { Matcher, Miss, UnmatchedRequest } from './matcher';
import type { ModeSettings } from './modes';
import {
  replayResponse,
  type PreparedResponse,
  prepareResponse,
  type ReplaySpeed,
} from './replayResponse';
import { PathPlaceholders, type PlaceholderValues } from './pathPlaceholders';
import type { UpstreamAgents } from './proxy';
import {
  type SpendGate,
  type UpstreamCharge,
  type UpstreamSpend,
  relayResponse,
} from './relayResponse';
import { DEFAULT_RULES, type MatchRules } from './rules';

export interface RecorderOptions extends WriterOptions {
  readonly folder: string;
  readonly settings: ModeSettings;
  readonly rules?: MatchRules;
  readonly speed?: ReplaySpeed;
  /** Whether read-only methods can be replayed any number of times. */
  readonly repeats?: boolean;
  /** Whether replay restarts with the first recording once all matches are used. */
  readonly startsOver?: boolean;
  readonly clock: Clock;
  readonly surroundings: PlaceholderValues;
  readonly agents: UpstreamAgents;
  /** Undefined if no one counts costs. */
  readonly gate?: (() => SpendGate | undefined) | undefined;
}

/** The response source. The response has been sent, except for unmatched requests. */
type RecorderResult = { readonly by: 'recording' | 'upstream' } | MissOutcome;

interface MissOutcome {
  readonly by: 'miss';
  readonly miss: Miss;
  readonly text: string;
}

interface RecordedUploadResult {
  readonly by: 'recording';
  readonly status: number;
  readonly text: string;
}

export class Recorder {
  readonly folder: RecordingFolder;
  readonly settings: ModeSettings;
  readonly places: PathPlaceholders;
  readonly counts: Counts = emptyCounts();
  readonly #options: RecorderOptions;
  readonly #canonicalizer: Canonicalizer;
  readonly #prepared = new WeakMap<Recording, PreparedResponse>();
  readonly #known: RecordingIndex;
  readonly #writer: RecordingWriter;
  readonly #missed = new Map<string, UnmatchedRequest>();
  readonly #lock: FolderLock;
  #order = 0;
  #problem: string | undefined;
  #hasShownHint = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.settings = options.settings;
    this.folder = new RecordingFolder(options.folder, options.surroundings.workingDirectory);
    this.#lock = new FolderLock(options.folder);
    const { rules = DEFAULT_RULES, startsOver = false, settings } = options;
    this.#canonicalizer = new Canonicalizer(rules);
    const isReplay = settings.acting === 'replay';
    this.#known = new RecordingIndex(this.folder, rules, startsOver && isReplay);
    this.places = new PathPlaceholders(options.surroundings);
    this.#writer = new RecordingWriter({
      options,
      folder: this.folder,
      counts: this.counts,
      canonicalizer: this.#canonicalizer,
    });
  }

  get relays(): boolean {
    return this.settings.upstream !== undefined;
  }

  /**
   * Returns earlier recordings that no request used, including removed ones. Empty if not applicable or
   * unreadable (see `problem`).
   */
  get unused(): readonly string[] {
    const { acting } = this.settings;
    try {
      if (acting === 'record') return this.#writer.unrequested;
      if (acting === 'generate') return [];
      return this.#known.unused;
    } catch (error) {
      this.#problem = errorMessage(error);
      return [];
    }
  }

  /** Returns earlier recordings that a complete recording didn't request and retained. Empty until it ends. */
  get prunable(): readonly string[] {
    return this.#writer.prunable;
  }

  /** Returns why recordings can't be read. Undefined if they can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Throws `AppError` if a recording is invalid. */
  get matcher(): Matcher {
    return this.#reading(({ matcher }) => matcher);
  }

  /** Returns unused matches. Throws `AppError` like `matcher`. */
  findUnused(canonical: Canonical): readonly Recording[] {
    return this.#reading((known) => known.alike(canonical));
  }

  startOver(): void {
    this.#known.startOver();
  }

  /**
   * Checks that the folder is writable and locks it against other recorders. The first upstream request does the same.
   * Throws `AppError`.
   * @param before recorder whose lock is taken over
   */
  claim(before?: Recorder): void {
    if (this.relays) this.folder.requirePlace();
    if (this.settings.acting === 'record')
      this.#lock.take(before === undefined ? undefined : before.#lock);
  }

  /**
   * Locks the folder and reserves the cost before an upstream request. If that throws `AppError`, the request
   * counts as unrecorded.
   * @param spend undefined for later parts of a request
   * @returns undefined if the request is free
   */
  beginRelay(
    operation: string,
    spend?: Omit<UpstreamSpend, 'operation'>,
  ): UpstreamCharge | undefined {
    try {
      this.claim();
      return spend && this.beginCharge({ operation, ...spend });
    } catch (error) {
      this.countUnrecorded(`${operation} wasn’t recorded: ${messageWithHint(error)}`);
      throw error;
    }
  }

  /**
   * Reserves the cost of an upstream request. Returns undefined if it is free. Throws `AppError` (`spendCap`) if it
   * must not be sent.
   */
  beginCharge(spend: UpstreamSpend): UpstreamCharge | undefined {
    return this.#options.gate?.()?.begin(spend);
  }

  /** Returns the agent for an upstream. Undefined for the default one. Throws `AppError` if the proxy is invalid. */
  agentFor(upstream: string): Agent | undefined {
    return this.#options.agents.for(upstream);
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  get speed(): ReplaySpeed {
    return this.#options.speed ?? 0;
  }

  nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }

  /** Responds to a request. Rejects if the upstream fails or the client disconnects. */
  async answer(asked: IncomingRequest, response: ServerResponse): Promise<RecorderResult> {
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
      if (await this.#composed(asked, request, response)) return { by: 'recording' };
      if (this.settings.acting === 'replay') return this.miss(canonical);
    }
    const charge = this.beginRelay(asked.operation, { request, headers: asked.headers });
    await this.countingFailures(asked, async () => {
      const answer = await relayResponse(this, asked, response, charge);
      if (answer) this.keep({ operation: asked.operation, request, answer }, order);
    });
    return { by: 'upstream' };
  }

  uploaded(operation: string, request: RecordedRequest): RecordedUploadResult | MissOutcome {
    const canonical = this.#canonicalizer.of(operation, request);
    return this.#recordedUpload(canonical) ?? this.miss(canonical);
  }

  /** Returns the recorded upload response. If undefined, the request isn't counted as unmatched. */
  recordedUpload(operation: string, request: RecordedRequest): RecordedUploadResult | undefined {
    return this.#recordedUpload(this.#canonicalizer.of(operation, request));
  }

  /**
   * Returns the recorded error of an upload that was rejected before its bytes, with the emulator URL's placeholder.
   */
  refused(
    operation: string,
    start: RequestParts,
  ): { readonly status: number; readonly text: string } | undefined {
    const request = rejectedStart(this.requestOf(start));
    // Earlier recorded uploads take precedence.
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

  hasUploadFor({ operation, headers }: Pick<IncomingRequest, 'headers' | 'operation'>): boolean {
    const announced = headers['x-goog-upload-header-content-length'];
    return this.matcher.unused.some(({ exchange }) => {
      const { upload } = exchange.request;
      if (!upload || exchange.operation !== operation) return false;
      return announced === undefined || upload.bytes === Number(announced);
    });
  }

  requestOf(parts: RequestParts): RecordedRequest {
    return toRecordedRequest(parts, this.places);
  }

  canonicalOf(operation: string, request: RecordedRequest): Canonical {
    return this.#canonicalizer.of(operation, request);
  }

  /**
   * Counts and reports an unmatched request.
   * @param expected recorded message, if not a complete request
   */
  miss(
    canonical: Canonical,
    miss = this.matcher.describeMiss(canonical),
    expected?: JsonValue,
  ): MissOutcome {
    this.counts.misses += 1;
    const { value: asked } = canonical;
    const missed = expected === undefined ? { asked } : { asked, recorded: expected };
    if (miss.nearest !== undefined) this.#missed.set(miss.nearest, missed);
    const { operation, path } = canonical;
    const text = unmatchedText(operation === 'other' ? path : operation, miss);
    const { nearest } = miss;
    addNote(this.counts, {
      what: 'missed',
      text: `${operation} ${path}`,
      ...(nearest && { nearest }),
    });
    this.#options.tell(text + this.#hintFor(miss));
    return { by: 'miss', miss, text };
  }

  #hintFor({ nearest, ignored }: Miss): string {
    const isEmpty = this.matcher.size === 0;
    if (this.#hasShownHint || (nearest === undefined && !isEmpty)) return '';
    this.#hasShownHint = true;
    return isEmpty
      ? `\n  The folder ${this.folder.path} has no recordings.${this.#othersText()}`
      : `\n  Ignored: ${ignored.join(', ')}.`;
  }

  /** Lists sibling folders with recordings, because a wrong session or folder name is a common mistake. */
  #othersText(): string {
    const others = siblingFolders(this.folder.path);
    return others.length === 0 ? '' : ` Recordings exist in ${others.join(', ')}.`;
  }

  unmatchedNear(file: string): UnmatchedRequest | undefined {
    return this.#missed.get(file);
  }

  /** Saves a recording: immediately, or at the end of a complete recording. */
  keep(exchange: Exchange, order: number): void {
    if (this.settings.acting === 'record') {
      this.#writer.add(exchange, order);
      return;
    }
    const { operation, request, answer } = exchange;
    if (answer.status === 429 || answer.status >= 500) {
      const why = `the API returned the temporary error ${answer.status}, so the next run sends the request again`;
      this.countUnrecorded(`${operation} wasn’t recorded: ${why}.`, true);
      return;
    }
    const { hash } = this.#canonicalizer.of(operation, request);
    const number = 1 + Math.max(0, ...this.folder.list().map((file) => parseInt(file, 10)));
    const file = fileNameOf(number, exchange, hash);
    if (!this.#writer.write(file, exchange)) return;
    this.counts.recorded += 1;
    this.#known.addUsed({ file, number, exchange });
  }

  remember(credentials: readonly string[]): void {
    this.#writer.remember(credentials);
  }

  countingFailures<T>(asked: UpstreamRequest, work: () => Promise<T>): Promise<T> {
    return this.#writer.countingFailures(asked, work);
  }

  countUnrecorded(why: string, isChoice = false): void {
    this.#writer.countUnrecorded(why, isChoice);
  }

  /** Ends the session and writes deferred recordings. Never throws. */
  close(): void {
    // Other modes write each recording immediately, even after closing.
    if (this.settings.acting === 'record') this.#writer.end();
    this.#lock.release();
  }

  #recordedUpload(canonical: Canonical): RecordedUploadResult | undefined {
    const found = this.#take(canonical);
    if (!found) return undefined;
    this.counts.hits += 1;
    const { status, whole = '' } = this.#preparedOf(found);
    return { by: 'recording', status, text: whole };
  }

  #take(canonical: Canonical, isRight?: (found: Recording) => boolean): Recording | undefined {
    return this.#reading((known) => known.take(canonical, isRight));
  }

  #reading<T>(read: (known: RecordingIndex) => T): T {
    try {
      return read(this.#known);
    } catch (error) {
      this.#problem = errorMessage(error);
      throw error;
    }
  }

  #again({ method, operation }: IncomingRequest, canonical: Canonical): Recording | undefined {
    const { repeats = false, settings } = this.#options;
    const isRead = method === 'GET' || operation.endsWith('.countTokens');
    const mayRepeat = repeats && isRead && settings.acting === 'replay';
    return mayRepeat ? this.matcher.again(canonical) : undefined;
  }

  /** Whether recorded answers to single questions make up the response, which has been sent. */
  async #composed(
    asked: IncomingRequest,
    request: RecordedRequest,
    response: ServerResponse,
  ): Promise<boolean> {
    if (asked.operation !== 'decisions.create') return false;
    const keyOf = (one: RecordedRequest): string =>
      JSON.stringify(this.#canonicalizer.of(asked.operation, one).value);
    const found = composeDecision(request, this.matcher.recordings, keyOf);
    if (!found) return false;
    for (const recording of found.used) this.matcher.use(recording);
    this.counts.hits += 1;
    const prepared = prepareResponse(found.answer, (text) => this.places.placed(text));
    const { base, signal } = asked;
    await replayResponse(response, prepared, {
      base,
      speed: this.speed,
      clock: this.clock,
      signal,
    });
    return true;
  }

  #preparedOf(recording: Recording): PreparedResponse {
    const known = this.#prepared.get(recording);
    if (known) return known;
    const fresh = prepareResponse(recording.exchange.answer, (text) => this.places.placed(text));
    this.#prepared.set(recording, fresh);
    return fresh;
  }

  async #play(
    recording: Recording,
    asked: IncomingRequest,
    response: ServerResponse,
  ): Promise<void> {
    const known = this.#preparedOf(recording);
    const { base, signal } = asked;
    const { speed, clock } = this;
    await replayResponse(response, known, { base, speed, clock, signal });
  }
}
