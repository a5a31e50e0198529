import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { CancelledError } from '../../base/errors';
import { Emitter } from '../../base/event';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { Store } from '../../service/store';
import type { AnswerRequest } from './answerRequest';
import { filtersText, type SearchRequest, type SearchResult } from './filter';

interface Search {
  readonly source: ResourceRef;
  readonly sourceLabel: string;
  readonly request: SearchRequest;
}

interface SearchOutcome extends Search {
  readonly results: readonly SearchResult[];
}

/** Queries of this window and the results of the last search. Never stored. */
export class Searches implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #requests = new Map<string, SearchRequest>();
  readonly #answers = new Map<string, AnswerRequest>();
  readonly #changed = this.#disposables.add(new Emitter<void>());
  #outcome: SearchOutcome | undefined;
  questionFile: string | undefined;
  #running: (Search & { readonly controller: AbortController }) | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(store: Pick<Store, 'onDidChange'>) {
    this.#disposables.add(
      store.onDidChange(({ connection, ref, isRefresh }) => {
        // The connection's credentials or endpoint may have changed.
        if (!ref && !isRefresh && connection === this.source?.connection) this.clear();
      }),
    );
  }

  /** Last results. Undefined before the first search and during a search. */
  get outcome(): SearchOutcome | undefined {
    return this.#running ? undefined : this.#outcome;
  }

  get running(): Search | undefined {
    return this.#running;
  }

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

  /** Runs a search and cancels a running one. If the search fails, the previous results stay. */
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
      if (this.#running !== running) throw new CancelledError();
      this.#outcome = { ...search, results };
    } finally {
      if (this.#running === running) {
        this.#running = undefined;
        this.#changed.fire();
      }
    }
  }

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

export function runningText({ sourceLabel, request }: Search): string {
  return l10n.t('Searching for “{0}” in {1}…', request.query, sourceLabel);
}

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
  // New chunks take a moment to be indexed. Failed chunks are never found.
  return conditions === ''
    ? l10n.t('No results for “{0}” in {1}. Only active chunks are searched.', query, sourceLabel)
    : l10n.t(
        'No results for “{0}” in {1} where {2}. Check the metadata keys and types.',
        query,
        sourceLabel,
        conditions,
      );
}
