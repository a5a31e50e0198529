import { Debouncer } from '../../../base/async';
import type { Clock } from '../../../base/clock';
import type { PlaygroundState, TokenCount } from '../../../conversation/model/protocol';

/** From the last change on, until it is counted. */
const PAUSE_MS = 600;
/** Longer requests are counted when the user asks for it: each count sends all of it. */
const LONGEST = 1_000_000;

/** What is known of the tokens of the next request. */
export interface Counted {
  /** Of the request as it was counted last. */
  readonly count?: TokenCount;
  readonly isCounting: boolean;
  /** Something changed since. */
  readonly isStale: boolean;
  /** It is too long to be counted without being asked for. */
  readonly isLong: boolean;
}

export interface CountScheduleDeps {
  readonly clock: Clock;
  readonly count: (text: string, signal: AbortSignal) => Promise<TokenCount>;
  /** The message as it would be sent. */
  readonly text: () => string;
  readonly isVisible: () => boolean;
  readonly onDidChange: () => void;
}

/** Decides when tokens are counted: a moment after the last change, or only when the user asks for it. */
export class CountSchedule {
  readonly #deps: CountScheduleDeps;
  #mode: PlaygroundState['tokenMeter'] = 'off';
  #isStreaming = false;
  #rest = 0;
  #key: string | undefined;
  /** The text that was counted last, or is counted now. */
  #text: string | undefined;
  #isStale = true;
  #count: TokenCount | undefined;
  readonly #pause: Debouncer;
  #running: AbortController | undefined;

  constructor(deps: CountScheduleDeps) {
    this.#deps = deps;
    this.#pause = new Debouncer(deps.clock, PAUSE_MS, () => void this.#run());
  }

  get counted(): Counted {
    return {
      ...(this.#count && { count: this.#count }),
      isCounting: this.#running !== undefined,
      isStale: this.#isStale,
      isLong: this.#isLong,
    };
  }

  /**
   * The panel has a new snapshot.
   * @param key changes with what is sent besides the text
   * @param rest about how many characters that has
   */
  show(mode: PlaygroundState['tokenMeter'], isStreaming: boolean, key: string, rest = 0): void {
    const isOther = key !== this.#key || mode !== this.#mode;
    const hasEnded = this.#isStreaming && !isStreaming;
    this.#mode = mode;
    this.#isStreaming = isStreaming;
    this.#key = key;
    this.#rest = rest;
    if (isStreaming || mode === 'off') this.#stop();
    if (isOther) this.#isStale = true;
    if (isOther || hasEnded) this.#plan();
  }

  /** The text has changed, or the page is seen again. */
  changed(): void {
    if (this.#deps.text() !== this.#text) this.#isStale = true;
    if (this.#isStale) this.#plan();
  }

  /** Counts at once. */
  now(): void {
    if (this.#isStreaming || this.#mode === 'off') return;
    this.#stop();
    void this.#run();
  }

  #plan(): void {
    this.#stop();
    const { isVisible, onDidChange } = this.#deps;
    onDidChange();
    if (this.#mode !== 'live' || this.#isStreaming || !isVisible()) return;
    if (this.#isLong) return;
    this.#pause.trigger();
  }

  get #isLong(): boolean {
    return this.#rest + this.#deps.text().length > LONGEST;
  }

  #stop(): void {
    this.#pause.cancel();
    this.#running?.abort();
    this.#running = undefined;
  }

  async #run(): Promise<void> {
    const { count, text, onDidChange } = this.#deps;
    const running = new AbortController();
    this.#running = running;
    this.#text = text();
    onDidChange();
    const found = await count(this.#text, running.signal).catch((error: unknown) => ({
      reason: error instanceof Error ? error.message : String(error),
    }));
    if (running.signal.aborted) return;
    this.#running = undefined;
    this.#isStale = false;
    this.#count = found;
    onDidChange();
  }
}
