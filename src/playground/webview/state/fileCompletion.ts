import { type ReadonlySignal, signal } from '@preact/signals';
import { Debouncer } from '../../../base/async';
import { type Clock, systemClock } from '../../../base/clock';
import { errorMessage } from '../../../base/errors';
import type { FileSuggestion } from '../../../conversation/model/calls';
import type { PanelContext } from './context';

/** Debounce, in ms. */
const PAUSE_MS = 100;
/** `#` at the start of a word, up to the cursor. */
const REFERENCE = /(?:^|\s)#([^\s#]{0,200})$/;

interface Word {
  /** Range of `#` and the typed text. */
  readonly start: number;
  readonly end: number;
  readonly query: string;
}

export interface ChosenReference {
  readonly start: number;
  readonly end: number;
  /** Replaces the range. */
  readonly text: string;
}

/** Completion of `#` in the composer: the selection, files, folders, and symbols. */
export class FileCompletion {
  readonly #context: Pick<PanelContext, 'ask' | 'call'>;
  readonly #rows = signal<readonly FileSuggestion[]>([]);
  readonly #problem = signal<string | undefined>(undefined);
  readonly #active = signal(0);
  readonly #pause: Debouncer;
  #word: Word | undefined;
  /** Start of the word that the user has closed the list for. */
  #dismissed: number | undefined;
  #call = new AbortController();

  constructor(context: Pick<PanelContext, 'ask' | 'call'>, clock: Clock = systemClock) {
    this.#context = context;
    this.#pause = new Debouncer(clock, PAUSE_MS, () => void this.#load());
  }

  /** Empty if the list is closed. */
  get rows(): ReadonlySignal<readonly FileSuggestion[]> {
    return this.#rows;
  }

  /** Why there are no rows, such as an untrusted workspace. */
  get problem(): ReadonlySignal<string | undefined> {
    return this.#problem;
  }

  get active(): ReadonlySignal<number> {
    return this.#active;
  }

  /** Updates the list after an edit or a move of the cursor. */
  update(text: string, cursor: number): void {
    const [found, query] = REFERENCE.exec(text.slice(0, cursor)) ?? [];
    if (found === undefined || query === undefined) {
      this.#dismissed = undefined;
      this.close();
      return;
    }
    const word = { start: cursor - query.length - 1, end: cursor, query };
    if (word.start === this.#dismissed) return;
    const isSame = word.start === this.#word?.start && word.query === this.#word.query;
    this.#word = word;
    if (!isSame) this.#pause.trigger();
  }

  move(by: 1 | -1): void {
    const { length } = this.#rows.peek();
    this.#active.value = (this.#active.peek() + by + length) % length;
  }

  activate(index: number): void {
    this.#active.value = index;
  }

  /** Attaches a row. Returns the text change; undefined if the list is closed. */
  choose(index = this.#active.peek()): ChosenReference | undefined {
    const row = this.#rows.peek()[index];
    const word = this.#word;
    if (!row || !word) return undefined;
    const { uri, kind, label, lines } = row;
    this.close();
    void this.#context.ask('addReference', {
      uri,
      kind: kind === 'folder' ? 'folder' : 'file',
      ...(lines && { lines }),
    });
    return { start: word.start, end: word.end, text: `${label} ` };
  }

  /** Closes the list until another word is typed. */
  dismiss(): void {
    this.#dismissed = this.#word?.start;
    this.close();
  }

  close(): void {
    this.#pause.cancel();
    this.#call.abort();
    this.#word = undefined;
    this.#rows.value = [];
    this.#problem.value = undefined;
  }

  async #load(): Promise<void> {
    this.#call.abort();
    const call = new AbortController();
    this.#call = call;
    const query = this.#word?.query ?? '';
    try {
      const rows = await this.#context.call('suggestFiles', { query }, call.signal);
      if (call.signal.aborted) return;
      this.#active.value = 0;
      this.#rows.value = rows;
      this.#problem.value = undefined;
    } catch (error) {
      if (call.signal.aborted) return;
      this.#rows.value = [];
      this.#problem.value = errorMessage(error);
    }
  }
}
