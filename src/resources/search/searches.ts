import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { CancelledError } from '../../base/errors';
import { Emitter } from '../../base/event';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { Store } from '../../service/store';
import type { AnswerRequest } from './answerRequest';
import { filtersText } from './filter';
import type { SearchRequest, SearchResult } from './searchRequest';

/** A search, and where. */
interface Search {
  readonly source: ResourceRef;
  /** What the source is called. */
  readonly sourceLabel: string;
  readonly request: SearchRequest;
}

interface SearchOutcome extends Search {
  readonly results: readonly SearchResult[];
}

/** What was asked in this window, and what the last search found. Nothing of it is kept for longer. */
export class Searches implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #requests = new Map<string, SearchRequest>();
  readonly #answers = new Map<string, AnswerRequest>();
  readonly #changed = this.#disposables.add(new Emitter<void>());
  #outcome: SearchOutcome | undefined;
  /** Address of the file into which a question was saved last. */
  questionFile: string | undefined;
  #running: (Search & { readonly controller: AbortController }) | undefined;
  /** Another search began or ended, or the results were cleared. */
  readonly onDidChange = this.#changed.event;

  constructor(store: Pick<Store, 'onDidChange'>) {
    this.#disposables.add(
      store.onDidChange(({ connection, ref, isRefresh }) => {
        // Everything of a connection is forgotten where it may answer to somebody else now.
        if (!ref && !isRefresh && connection === this.source?.connection) this.clear();
      }),
    );
  }

  /** What the last search found; undefined while there was none, or another one runs. */
  get outcome(): SearchOutcome | undefined {
    return this.#running ? undefined : this.#outcome;
  }

  get running(): Search | undefined {
    return this.#running;
  }

  /** Where was searched last, as far as it shows. */
  get source(): ResourceRef | undefined {
    return (this.#running ?? this.#outcome)?.source;
  }

  lastSearch(source: ResourceRef): SearchRequest | undefined {
    return this.#requests.get(refKey(source));
  }

  lastAnswer(source: ResourceRef): AnswerRequest | undefined {
    return this.#answers.get(refKey(source));
  }

  rememberAnswer(source: ResourceRef, request: AnswerRequest): void {
    this.#answers.set(refKey(source), request);
  }

  /**
   * Runs a search in place of the one that runs, which ends as cancelled. Its results show when it is done;
   * where it fails, those from before do.
   */
  async run(
    search: Search,
    controller: AbortController,
    work: () => Promise<readonly SearchResult[]>,
  ): Promise<void> {
    this.#requests.set(refKey(search.source), search.request);
    this.#running?.controller.abort(new CancelledError());
    const running = { ...search, controller };
    this.#running = running;
    this.#changed.fire();
    try {
      const results = await work();
      // Overtaken, or cleared, though it was answered.
      if (this.#running !== running) throw new CancelledError();
      this.#outcome = { ...search, results };
    } finally {
      if (this.#running === running) {
        this.#running = undefined;
        this.#changed.fire();
      }
    }
  }

  /** Ends what runs, and forgets what was found; what was asked is still known. */
  clear(): void {
    this.#running?.controller.abort(new CancelledError());
    this.#running = undefined;
    this.#outcome = undefined;
    this.#changed.fire();
  }

  dispose(): void {
    this.#running?.controller.abort(new CancelledError());
    this.#disposables.dispose();
  }
}

/** What the view says over its rows while a search runs. */
export function runningText({ sourceLabel, request }: Search): string {
  return l10n.t('Searching for “{0}” in {1}…', request.query, sourceLabel);
}

/** What the view says over its rows: how many, of what, where; and what may help where there are none. */
export function outcomeText({ sourceLabel, request, results }: SearchOutcome): string {
  const { query, filters } = request;
  const conditions = filtersText(filters);
  const where = conditions === '' ? '' : l10n.t('Filter: {0}.', conditions);
  if (results.length > 0) {
    const found =
      results.length === 1
        ? l10n.t('1 result for “{0}” in {1}.', query, sourceLabel)
        : l10n.t('{0} results for “{1}” in {2}.', results.length, query, sourceLabel);
    return [found, where].filter(Boolean).join(' ');
  }
  // New chunks take a moment; failed ones are never found.
  return conditions === ''
    ? l10n.t('No results for “{0}” in {1}. Only active chunks are searched.', query, sourceLabel)
    : l10n.t(
        'No results for “{0}” in {1} where {2}. Check the metadata keys and types.',
        query,
        sourceLabel,
        conditions,
      );
}
