import { cacheBreak, type ReadableRequest } from './cacheBreak';
import type { Digest } from './digest';
import type { RequestFacts } from './requestFacts';
import { endOf, hasFailed, type Link, type Run, type RunTurn } from './run';
import { RunCalls, SystemBreaks } from './earlierRequests';

/** Facts of older requests are dropped, together with their run. */
const MAX_REQUESTS = 5000;
const MINUTE = 60_000;
/** Longer pauses aren't retries, in ms. */
const RETRY_PAUSE = 5 * MINUTE;
/** Time in which a request may continue a conversation with a changed history, in ms. */
const NEAR = 10 * MINUTE;
/** Requests that are remembered per key. */
const SAME = 8;

interface OpenRun {
  readonly id: number;
  readonly app: string;
  readonly folder: string;
  during: string | undefined;
  turns: RunTurn[];
  readonly calls: RunCalls;
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
  readonly #systemBreaks: SystemBreaks;

  constructor(read: ReadBody) {
    this.#read = read;
    this.#systemBreaks = new SystemBreaks(read);
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
    this.#systemBreaks.clear();
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
    if (to !== undefined) for (const id of this.#markTarget(to, turn, run)) changed.add(id);
    else for (const id of this.#markStart(turn, run)) changed.add(id);
    this.#remember(facts, run);
    changed.add(run.id);
    while (this.#turns.size > MAX_REQUESTS) for (const id of this.#dropOldest()) changed.add(id);
    return [...changed];
  }

  #newRun({ id, app, folder }: RequestFacts): OpenRun {
    const run = { id, app, folder, during: undefined, turns: [], calls: new RunCalls() };
    this.#runs.set(id, run);
    return run;
  }

  /** Returns the IDs of other runs that changed. */
  #markTarget(to: number, { facts, link }: RunTurn, run: OpenRun): readonly number[] {
    this.#continued.add(to);
    const before = this.#turns.get(to);
    if (!before) return [];
    if (link.kind !== 'attempt') return this.#markDuring(before.facts, facts, run);
    this.#replace(before, { isRepeated: true }, run);
    return [];
  }

  /** Marks the runs that started after a function call and ended before its result. */
  #markDuring(call: RequestFacts, result: RequestFacts, run: OpenRun): readonly number[] {
    if (call.calls.length === 0) return [];
    const [from, to] = [endOf(call), result.startedAt];
    const found = [...this.#runs.values()].filter(
      ({ app, turns, during }) =>
        app === run.app &&
        during === undefined &&
        (turns[0]?.facts.startedAt ?? 0) >= from &&
        turns.every(({ facts }) => facts.outcome !== 'running' && endOf(facts) <= to),
    );
    const names = [...new Set(call.calls.map(({ name }) => name))].join(', ');
    for (const one of found) one.during = names;
    return found.map(({ id }) => id);
  }

  /** Marks only the latest request with a difference, whose body is retained longest. */
  #markStart(turn: RunTurn, run: OpenRun): readonly number[] {
    const { facts } = turn;
    const last = this.#turns.get(this.#systemBreaks.last(facts) ?? -1);
    const found = last && this.#systemBreaks.find(last.facts, facts);
    if (!found) return [];
    const marked = this.#turns.get(this.#systemBreaks.mark(facts) ?? -1);
    const count = 1 + (marked?.startBreak?.count ?? 0);
    this.#replace(turn, { startBreak: { ...found, other: last.facts.id, count } }, run);
    const other = marked && this.#runOf.get(marked.facts.id);
    if (!other) return [];
    this.#replace(marked, { startBreak: undefined }, other);
    return [other.id];
  }

  #replace(turn: RunTurn, change: Partial<RunTurn>, run: OpenRun): void {
    const changed = { ...turn, ...change };
    this.#turns.set(turn.facts.id, changed);
    run.turns = run.turns.map((one) => (one === turn ? changed : one));
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
      facts,
      link,
      before,
      cacheBreak: link.kind === 'attempt' ? undefined : this.#breakOf(facts, chain, before),
      signature: run.calls.signatureFault(sentCalls),
      twin: isTwin ? { id: same.id, seconds } : undefined,
      burst: this.#burstOf(facts),
      // Clients round the delay.
      early: early > 1000 ? early : undefined,
      loop: run.calls.loop(facts),
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
    run.calls.add(facts);
    this.#systemBreaks.remember(facts);
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
    run.calls.remove(turn.facts);
    this.#systemBreaks.forget(turn.facts);
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
