import { cacheBreak, type ReadableRequest } from './cacheBreak';
import { type Digest, PLACEHOLDER } from './digest';
import type { CallFacts, RequestFacts } from './requestFacts';
import { endOf, hasFailed, type Link, type Run, type RunTurn, type SignatureFault } from './run';

/** Facts of older requests are dropped, together with their run. */
const MAX_REQUESTS = 5000;
const MINUTE = 60_000;
/** Longer pauses aren't retries, in ms. */
const RETRY_PAUSE = 5 * MINUTE;
/** Time in which a request may continue a conversation with a changed history, in ms. */
const NEAR = 10 * MINUTE;
/** Requests that are remembered per key. */
const SAME = 8;
const LOOP = 3;

interface OpenRun {
  readonly id: number;
  readonly app: string;
  turns: RunTurn[];
  /** Signatures by the ID of a call, and by its name and arguments. */
  readonly signed: Map<string, { readonly signatures: Set<string>; readonly from: number }>;
  readonly calls: Map<string, number>;
}

/** Reads the body of a request. Undefined if the body is no longer retained. */
type ReadBody = (id: number) => ReadableRequest | undefined;

/**
 * Groups requests into runs. A run is a conversation: each request continues or repeats an earlier one of the
 * same app.
 */
export class RunBook {
  readonly #read: ReadBody;
  readonly #runs = new Map<number, OpenRun>();
  readonly #runOf = new Map<number, OpenRun>();
  readonly #turns = new Map<number, RunTurn>();
  readonly #keys = new Map<string, number[]>();
  readonly #continued = new Set<number>();
  readonly #latest = new Map<string, number>();
  readonly #refusals = new Map<string, number[]>();

  constructor(read: ReadBody) {
    this.#read = read;
  }

  get runs(): readonly Run[] {
    return [...this.#runs.values()];
  }

  get size(): number {
    return this.#turns.size;
  }

  run(id: number): Run | undefined {
    return this.#runs.get(id);
  }

  turn(id: number): RunTurn | undefined {
    return this.#turns.get(id);
  }

  clear(): void {
    for (const map of [this.#runs, this.#runOf, this.#turns, this.#keys]) map.clear();
    this.#continued.clear();
    this.#latest.clear();
    this.#refusals.clear();
  }

  /** Adds a request, or replaces one that was running. Returns the IDs of changed and of removed runs. */
  add(digest: Digest): readonly number[] {
    const { facts } = digest;
    const changed = new Set(this.#remove(facts.id));
    const link = this.#linkOf(digest);
    const to = 'to' in link ? link.to : undefined;
    const known = to === undefined ? undefined : this.#runOf.get(to);
    // Requests that continue this one keep its run when it is replaced.
    const run = known ?? this.#runs.get(facts.id) ?? this.#newRun(facts);
    const turn = this.#observed(digest, link, run);
    insert(run, turn);
    this.#turns.set(facts.id, turn);
    this.#runOf.set(facts.id, run);
    if (to !== undefined) this.#markTarget(to, link, run);
    this.#remember(facts, run);
    changed.add(run.id);
    while (this.#turns.size > MAX_REQUESTS) for (const id of this.#dropOldest()) changed.add(id);
    return [...changed];
  }

  #newRun({ id, app }: RequestFacts): OpenRun {
    const run = { id, app, turns: [], signed: new Map(), calls: new Map() };
    this.#runs.set(id, run);
    return run;
  }

  #markTarget(to: number, { kind }: Link, run: OpenRun): void {
    this.#continued.add(to);
    const before = this.#turns.get(to);
    if (kind !== 'attempt' || !before) return;
    const repeated = { ...before, isRepeated: true };
    this.#turns.set(to, repeated);
    run.turns = run.turns.map((turn) => (turn === before ? repeated : turn));
  }

  #linkOf({ facts, chain, resultIds }: Digest): Link {
    const failed = this.#failedBefore(facts);
    if (failed !== undefined) return { kind: 'attempt', to: failed };
    const { app, previous, contentCount } = facts;
    const asked = previous === '' ? undefined : this.#find(`interaction ${app} ${previous}`);
    if (asked !== undefined) return { kind: 'interaction', to: asked };
    const called = resultIds
      .map((id) => this.#find(`call ${app} ${id}`))
      .find((id) => id !== undefined);
    if (called !== undefined) return { kind: 'results', to: called };
    for (let at = chain.length - 1; at >= 0; at -= 1) {
      const key = chain[at] ?? '';
      const found = this.#find(`answered ${key}`);
      if (found !== undefined) return { kind: 'history', to: found };
      const sent = at === chain.length - 1 ? undefined : this.#find(`sent ${key}`);
      if (sent !== undefined) return { kind: 'history', to: sent };
    }
    if (contentCount < 2) return { kind: 'first' };
    return { kind: 'unknownHistory', near: this.#near(facts) };
  }

  /** Returns a failed request with the same body, if this one was sent soon after it. */
  #failedBefore(facts: RequestFacts): number | undefined {
    const before = this.#sameBody(facts);
    if (!before || !hasFailed(before)) return undefined;
    const pause = facts.startedAt - endOf(before);
    const isRetry = facts.retryCount > 0 || (pause >= 0 && pause < RETRY_PAUSE);
    return isRetry ? before.id : undefined;
  }

  #sameBody({ app, body, model, id }: RequestFacts): RequestFacts | undefined {
    if (body === '') return undefined;
    const same = this.#keys.get(`body ${app} ${model} ${body}`)?.findLast((one) => one !== id);
    return same === undefined ? undefined : this.#turns.get(same)?.facts;
  }

  #near({ app, tools, system, startedAt }: RequestFacts): number | undefined {
    const last = this.#turns.get(this.#latest.get(app) ?? -1)?.facts;
    if (!last || tools + system === '' || startedAt - endOf(last) > NEAR) return undefined;
    return last.tools === tools && last.system === system ? last.id : undefined;
  }

  /** Prefers requests that no other one has continued, since conversations can start alike. */
  #find(key: string): number | undefined {
    const found = this.#keys.get(key);
    return found?.findLast((id) => !this.#continued.has(id)) ?? found?.at(-1);
  }

  #observed({ facts, chain, sentCalls }: Digest, link: Link, run: OpenRun): RunTurn {
    const to = 'to' in link ? this.#turns.get(link.to) : undefined;
    const before = link.kind === 'attempt' ? to?.before : to?.facts;
    const same = this.#sameBody(facts);
    const seconds = same ? Math.max(0, (facts.startedAt - endOf(same)) / 1000) : 0;
    const isTwin = same?.outcome === 'answered' && seconds <= 60 && facts.outcome === 'answered';
    const wait = link.kind === 'attempt' ? to?.facts.error?.retryDelayMs : undefined;
    const early = wait && to ? wait - (facts.startedAt - endOf(to.facts)) : 0;
    return {
      ...{ facts, link, before },
      cacheBreak: link.kind === 'attempt' ? undefined : this.#breakOf(facts, chain, before),
      signature: signatureFault(sentCalls, run),
      twin: isTwin ? { id: same.id, seconds } : undefined,
      burst: this.#burstOf(facts),
      // Clients round the delay.
      early: early > 1000 ? early : undefined,
      loop: loopOf(facts, run),
    };
  }

  #breakOf(facts: RequestFacts, chain: readonly string[], before: RequestFacts | undefined) {
    if (!before || facts.isUnread || before.isUnread || facts.hasCachedContent) return undefined;
    const isContinued = before.end !== '' && facts.previous === '';
    const isSame =
      before.model === facts.model &&
      before.tools === facts.tools &&
      before.system === facts.system;
    if (isSame && (!isContinued || chain.includes(before.end))) return undefined;
    const [one, other] = [this.#read(before.id), this.#read(facts.id)];
    if (!one || !other) return undefined;
    const earlier = isContinued ? one.request : { ...one.request, contents: [] };
    return cacheBreak(earlier, other.request, (text) => one.redact(other.redact(text)));
  }

  #burstOf({ app, startedAt, durationMs, error }: RequestFacts): number | undefined {
    if (error?.httpStatus !== 429) return undefined;
    const at = startedAt + durationMs;
    const recent = (this.#refusals.get(app) ?? []).filter((time) => at - time < MINUTE);
    this.#refusals.set(app, [...recent, at]);
    return recent.length + 1;
  }

  #remember(facts: RequestFacts, run: OpenRun): void {
    const { id, app } = facts;
    for (const key of keysOf(facts)) {
      const ids = this.#keys.get(key) ?? [];
      this.#keys.set(key, [...ids.slice(1 - SAME), id]);
    }
    if (facts.outcome !== 'running') this.#latest.set(app, id);
    for (const call of facts.calls) {
      run.calls.set(call.key, (run.calls.get(call.key) ?? 0) + 1);
      for (const key of callKeys(call)) {
        const known = run.signed.get(key) ?? { signatures: new Set(), from: id };
        if (call.signature !== '') known.signatures.add(call.signature);
        run.signed.set(key, known);
      }
    }
  }

  #dropOldest(): readonly number[] {
    const [run] = this.#runs.values();
    if (!run) return [];
    const gone = this.#runs.size > 1 ? run.turns : run.turns.slice(0, 1);
    return gone.flatMap(({ facts }) => this.#remove(facts.id));
  }

  #remove(id: number): readonly number[] {
    const run = this.#runOf.get(id);
    const turn = this.#turns.get(id);
    if (!run || !turn) return [];
    this.#turns.delete(id);
    this.#runOf.delete(id);
    this.#continued.delete(id);
    run.turns = run.turns.filter(({ facts }) => facts.id !== id);
    for (const { key } of turn.facts.calls) run.calls.set(key, (run.calls.get(key) ?? 1) - 1);
    if (run.turns.length === 0) this.#runs.delete(run.id);
    for (const key of keysOf(turn.facts)) {
      const rest = this.#keys.get(key)?.filter((one) => one !== id) ?? [];
      if (rest.length > 0) this.#keys.set(key, rest);
      else this.#keys.delete(key);
    }
    return [run.id];
  }
}

function keysOf(facts: RequestFacts): readonly string[] {
  const { app, interaction, calls, end, answeredEnd, body, model } = facts;
  return [
    ...(interaction === '' ? [] : [`interaction ${app} ${interaction}`]),
    ...calls.flatMap(({ id }) => (id === '' ? [] : [`call ${app} ${id}`])),
    ...(end === '' ? [] : [`sent ${end}`]),
    ...(answeredEnd === '' ? [] : [`answered ${answeredEnd}`]),
    ...(body === '' ? [] : [`body ${app} ${model} ${body}`]),
  ];
}

function insert(run: OpenRun, turn: RunTurn): void {
  const { startedAt } = turn.facts;
  const at = run.turns.findLastIndex(({ facts }) => facts.startedAt <= startedAt);
  run.turns = run.turns.toSpliced(at + 1, 0, turn);
}

function callKeys({ key, id }: CallFacts): readonly string[] {
  return id === '' ? [`key ${key}`] : [`id ${id}`, `key ${key}`];
}

/** Compares the calls that were sent back with those of earlier responses in the run. */
function signatureFault(sentCalls: readonly CallFacts[], run: OpenRun): SignatureFault | undefined {
  const sent = new Set(sentCalls.map(({ signature }) => signature));
  const faults = sentCalls.flatMap((call): SignatureFault[] => {
    const known = callKeys(call)
      .map((key) => run.signed.get(key))
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

function hasSignedTwin({ key, id }: CallFacts, sent: readonly CallFacts[]): boolean {
  return id === '' && sent.some((one) => one.key === key && one.signature !== '');
}

function loopOf({ calls, outcome }: RequestFacts, run: OpenRun): RunTurn['loop'] {
  if (outcome !== 'answered') return undefined;
  const repeated = calls.find(({ key }) => (run.calls.get(key) ?? 0) + 1 >= LOOP);
  return repeated && { name: repeated.name, count: (run.calls.get(repeated.key) ?? 0) + 1 };
}
