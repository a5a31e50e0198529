import { type ReadableRequest, type SystemBreak, systemBreak } from './cacheBreak';
import { PLACEHOLDER } from './digest';
import type { CallFacts, RequestFacts } from './requestFacts';
import { endOf, type RunTurn, type SignatureFault } from './run';

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

/** Number of equal calls that count as a loop. */
const LOOP = 3;

/** The function calls in the responses of a run. */
export class RunCalls {
  /** Signatures by the ID of a call, and by its name and arguments. */
  readonly #signed = new Map<string, { readonly signatures: Set<string>; readonly from: number }>();
  readonly #counts = new Map<string, number>();

  add({ id, calls }: RequestFacts): void {
    for (const call of calls) {
      this.#counts.set(call.key, (this.#counts.get(call.key) ?? 0) + 1);
      for (const key of callKeys(call)) {
        const known = this.#signed.get(key) ?? { signatures: new Set(), from: id };
        if (call.signature !== '') known.signatures.add(call.signature);
        this.#signed.set(key, known);
      }
    }
  }

  remove({ calls }: RequestFacts): void {
    for (const { key } of calls) this.#counts.set(key, (this.#counts.get(key) ?? 1) - 1);
  }

  /** Compares the calls that were sent back with those of earlier responses. */
  signatureFault(sentCalls: readonly CallFacts[]): SignatureFault | undefined {
    const sent = new Set(sentCalls.map(({ signature }) => signature));
    const faults = sentCalls.flatMap((call): SignatureFault[] => {
      const known = callKeys(call)
        .map((key) => this.#signed.get(key))
        .find((one) => one !== undefined);
      if (!known || call.signature === PLACEHOLDER) return [];
      const { signatures, from } = known;
      const found = (kind: SignatureFault['kind']): SignatureFault[] => [
        { kind, name: call.name, count: 1, from },
      ];
      if (call.signature === '') {
        // Parallel calls with the same arguments share their key, and only the first is signed.
        if (signatures.size === 0 || hasSignedTwin(call, sentCalls)) return [];
        return found([...signatures].some((one) => sent.has(one)) ? 'moved' : 'dropped');
      }
      if (signatures.has(call.signature)) return [];
      return signatures.size > 0 ? found('changed') : [];
    });
    const [first] = faults;
    return first && { ...first, count: faults.filter(({ kind }) => kind === first.kind).length };
  }

  loop({ calls, outcome }: RequestFacts): RunTurn['loop'] {
    if (outcome !== 'answered') return undefined;
    const repeated = calls.find(({ key }) => (this.#counts.get(key) ?? 0) + 1 >= LOOP);
    return repeated && { name: repeated.name, count: (this.#counts.get(repeated.key) ?? 0) + 1 };
  }
}

function callKeys({ key, id }: CallFacts): readonly string[] {
  return id === '' ? [`key ${key}`] : [`id ${id}`, `key ${key}`];
}

function hasSignedTwin({ key, id }: CallFacts, sent: readonly CallFacts[]): boolean {
  return id === '' && sent.some((one) => one.key === key && one.signature !== '');
}
