import { type ReadableRequest, type SystemBreak, systemBreak } from './cacheBreak';
import type { RequestFacts } from './requestFacts';
import { endOf } from './run';

/** Longer pauses outlast implicit caches, in ms. */
const PAUSE = 10 * 60_000;
/** Shorter prompts are never cached, in tokens. */
const MIN_PROMPT = 1024;

/** Finds requests of different runs whose long system instructions differ only in one short place. */
export class SystemBreaks {
  readonly #read: (id: number) => ReadableRequest | undefined;
  /** The last request with the same end of the system instruction, and the last one that is marked. */
  readonly #last = new Map<string, number>();
  readonly #marked = new Map<string, number>();

  constructor(read: (id: number) => ReadableRequest | undefined) {
    this.#read = read;
  }

  last(facts: RequestFacts): number | undefined {
    return this.#last.get(startKey(facts));
  }

  /** Reads the bodies only if the facts make a difference likely. */
  find(before: RequestFacts, facts: RequestFacts): SystemBreak | undefined {
    const isNear = facts.startedAt - endOf(before) < PAUSE;
    if (!isNear || before.system === facts.system) return undefined;
    const [one, other] = [this.#read(before.id), this.#read(facts.id)];
    if (!one || !other) return undefined;
    return systemBreak(one.request, other.request, (text) => one.redact(other.redact(text)));
  }

  /** Returns the request that was marked before. */
  mark(facts: RequestFacts): number | undefined {
    const before = this.#marked.get(startKey(facts));
    this.#marked.set(startKey(facts), facts.id);
    return before;
  }

  remember(facts: RequestFacts): void {
    const key = startKey(facts);
    if (key !== '') this.#last.set(key, facts.id);
  }

  forget(facts: RequestFacts): void {
    const key = startKey(facts);
    for (const map of [this.#last, this.#marked]) if (map.get(key) === facts.id) map.delete(key);
  }

  clear(): void {
    this.#last.clear();
    this.#marked.clear();
  }
}

function startKey(facts: RequestFacts): string {
  const { app, model, tools, systemEnd, hasCachedContent, usage } = facts;
  const isCacheable = !hasCachedContent && (usage?.promptTokenCount ?? 0) > MIN_PROMPT;
  return systemEnd === '' || !isCacheable ? '' : `${app} ${model} ${tools} ${systemEnd}`;
}
