import { signal } from '@preact/signals';
import { Debouncer } from '../../../base/async';
import { type Clock, systemClock } from '../../../base/clock';
import { errorMessage } from '../../../base/errors';
import type { PanelContext } from '../state/context';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../../../webview/kit/icon';
import type { FileSuggestion } from '../../../conversation/model/calls';
import { revealedText } from '../reveal';

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

interface ChosenReference {
  readonly start: number;
  readonly end: number;
  /** Replaces the range. */
  readonly text: string;
}

/** Completion of `#` in the composer: the selection, files, folders, and symbols. */
export class FileCompletion {
  readonly #context: Pick<PanelContext, 'ask' | 'call'>;
  /** Empty if the list is closed. */
  readonly rows = signal<readonly FileSuggestion[]>([]);
  /** Why there are no rows, such as an untrusted workspace. */
  readonly problem = signal<string | undefined>(undefined);
  readonly active = signal(0);
  readonly #pause: Debouncer;
  #word: Word | undefined;
  /** Start of the word that the user has closed the list for. */
  #dismissed: number | undefined;
  #call = new AbortController();

  constructor(context: Pick<PanelContext, 'ask' | 'call'>, clock: Clock = systemClock) {
    this.#context = context;
    this.#pause = new Debouncer(clock, PAUSE_MS, () => void this.#load());
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
    const { length } = this.rows.peek();
    this.active.value = (this.active.peek() + by + length) % length;
  }

  activate(index: number): void {
    this.active.value = index;
  }

  /** Attaches a row. Returns the text change; undefined if the list is closed. */
  choose(index = this.active.peek()): ChosenReference | undefined {
    const row = this.rows.peek()[index];
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
    this.rows.value = [];
    this.problem.value = undefined;
  }

  async #load(): Promise<void> {
    this.#call.abort();
    const call = new AbortController();
    this.#call = call;
    const query = this.#word?.query ?? '';
    try {
      const rows = await this.#context.call('suggestFiles', { query }, call.signal);
      if (call.signal.aborted) return;
      this.active.value = 0;
      this.rows.value = rows;
      this.problem.value = undefined;
    } catch (error) {
      if (call.signal.aborted) return;
      this.rows.value = [];
      this.problem.value = errorMessage(error);
    }
  }
}

const ICONS: { readonly [K in FileSuggestion['kind']]: IconName } = {
  selection: 'code',
  file: 'file',
  folder: 'folder',
  symbol: 'symbol-method',
};

interface SuggestionsProps {
  readonly id: string;
  readonly completion: FileCompletion;
  readonly onChoose: (index: number) => void;
}

/** In CSS pixels. */
const MAX_WIDTH = 480;
const GAP = 4;

export function suggestionId(id: string, index: number): string {
  return `${id}-${index}`;
}

/** The list above the composer. The text field keeps the focus and handles the keys. */
export function FileSuggestions({ id, completion, onChoose }: SuggestionsProps): VNode | null {
  const frame = useRef<HTMLDivElement>(null);
  const rows = completion.rows.value;
  const active = completion.active.value;
  const problem = completion.problem.value;
  useLayoutEffect(() => {
    const { current: element } = frame;
    if (!element) return undefined;
    const place = (): void => placeAbove(element);
    place();
    element.children[active]?.scrollIntoView({ block: 'nearest' });
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [rows, active, problem]);
  if (problem !== undefined) {
    return (
      <div ref={frame} class="file-suggestions note" role="status">
        {revealedText(problem)}
      </div>
    );
  }
  if (rows.length === 0) return null;
  return (
    <div
      ref={frame}
      id={id}
      class="file-suggestions"
      role="listbox"
      aria-label={l10n.t('Files and symbols')}
    >
      {rows.map(({ kind, label, description }, index) => (
        <div
          key={`${kind} ${description} ${label} ${index}`}
          id={suggestionId(id, index)}
          class={index === active ? 'file-suggestion active' : 'file-suggestion'}
          role="option"
          aria-selected={index === active}
          title={[description, label].filter(Boolean).map(revealedText).join('/')}
          // Keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => completion.activate(index)}
          onClick={() => onChoose(index)}
        >
          <Icon name={ICONS[kind]} />
          <span class="file-suggestion-label">{revealedText(label)}</span>
          <span class="file-suggestion-description">{revealedText(description)}</span>
        </div>
      ))}
    </div>
  );
}

function placeAbove(element: HTMLElement): void {
  const box = element.parentElement?.getBoundingClientRect();
  if (!box) return;
  element.style.left = `${box.left}px`;
  element.style.bottom = `${window.innerHeight - box.top + GAP}px`;
  element.style.width = `${Math.min(box.width, MAX_WIDTH)}px`;
}
