import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock';
import {
  type Amount,
  type Cap,
  type CapUse,
  Purse,
  SpendCapError,
  type Spender,
  allowance,
  applies,
  capKey,
} from './caps';
import type { Ledger, SpendEntry, SpendLine } from './ledger';
import { type Charge, estimateRequest, type PaidRequest, UsageReader } from './pricing';

export interface GuardedRequest extends PaidRequest, Spender {
  /** User agent, or the name of this extension. */
  readonly program: string;
}

/** A paid request that may be sent. One of its methods must be called at the end. */
export interface RunningSpend {
  /** @param piece a response, chunk, event, or message of a session */
  add(piece: unknown): void;
  /** Writes the cost. @param isComplete false if the response was cut off, so that it didn't tell everything */
  settle(isComplete: boolean): void;
  /** Writes that the request was free, because it failed. */
  release(): void;
}

export interface CapState extends CapUse {
  /** Whether this process refused a request of unknown price today, or may send such requests. */
  readonly unpriced?: 'refused' | 'allowed' | undefined;
}

interface SpendGuardDeps {
  readonly ledger: Ledger;
  readonly caps: () => readonly Cap[];
  readonly clock: Pick<Clock, 'now'>;
  /** Reports that a share of a cap is used, once for all processes. Undefined if others report it. */
  readonly onWarn?: ((state: CapState, percent: number) => void) | undefined;
  /** Called if the ledger can't be written. */
  readonly onError: (error: unknown) => void;
}

/** Shares of a cap to warn at, in percent. */
const WARNINGS = [80, 50] as const;

const MICROS = 1_000_000;

/** User agents can be long. */
const MAX_PROGRAM = 120;

/** Writes what requests cost, and refuses requests that don't fit the caps. */
export class SpendGuard {
  readonly #deps: SpendGuardDeps;
  readonly #prefix = randomBytes(5).toString('base64url');
  #count = 0;
  /** Caps of the current day, with all that counts for them. */
  #states: readonly CapUse[] = [];
  #madeFor = '';
  readonly #reserved = new Map<string, readonly (() => void)[]>();
  /** By day and cap. */
  readonly #unpriced = new Map<string, 'refused' | 'allowed'>();
  readonly #outputs = new Map<string, { count: number; tokens: number }>();

  constructor(deps: SpendGuardDeps) {
    this.#deps = deps;
  }

  /** Reserves the estimated cost of a request. Throws `SpendCapError` if it doesn't fit a cap. */
  begin(request: GuardedRequest): RunningSpend {
    const { clock, ledger, onError } = this.#deps;
    const id = `${this.#prefix}${(this.#count++).toString(36)}`;
    const start = this.#entryOf(request, id);
    const reader = new UsageReader(request);
    const usual = this.#outputs.get(request.model ?? '');
    const estimate = estimateRequest(request, usual && usual.tokens / usual.count, clock.now());
    const isCapped = this.#reserve({ ...start, ...amountOf(estimate), isReserved: true }, request);
    let isOpen = true;
    const end = (line: SpendLine | undefined): void => {
      if (!isOpen) return;
      isOpen = false;
      try {
        if (line) ledger.append(line);
        if (isCapped) this.#warn(request);
      } catch (error) {
        onError(error);
      }
    };
    const release = (): void => end(isCapped ? { id, isReleased: true } : undefined);
    return {
      add: (piece) => reader.add(piece),
      settle: (isComplete) => {
        const told = reader.charge(clock.now());
        // A session without turns is free.
        if (!told && request.operation.startsWith('live.')) {
          release();
          return;
        }
        const charge = told ?? unknownCharge(estimate, request);
        if (told) this.#learn(request.model ?? '', told);
        const price = isComplete || charge.price === 'unknown' ? charge.price : 'partly';
        const { model, tier } = charge;
        const names = {
          ...(model !== undefined && { model }),
          ...(tier !== undefined && { tier }),
        };
        end({ ...start, ...names, ...amountOf(charge), price });
      },
      release,
    };
  }

  /** Returns all caps with their state, after reading what other processes wrote. */
  states(): readonly CapState[] {
    this.#refresh();
    return this.#states.map((state) => ({
      ...state,
      unpriced: this.#unpriced.get(this.#todayKey(state.cap)),
    }));
  }

  /** Adds more budget to a cap until the end of the day. */
  allowMore(cap: Cap): void {
    this.#deps.ledger.append({ allow: capKey(cap) });
    this.#refresh();
  }

  /** Allows this process to send requests of unknown price until the end of the day. */
  allowUnknownPrices(cap: Cap): void {
    this.#unpriced.set(this.#todayKey(cap), 'allowed');
  }

  /** Reports caps that other processes used up to a share. */
  look(): void {
    if (this.#deps.caps().length > 0) this.#warn();
  }

  /** @returns whether a cap applies */
  #reserve(entry: SpendEntry, request: GuardedRequest): boolean {
    const { ledger, clock, caps } = this.#deps;
    if (!caps().some((cap) => applies(cap, request))) return false;
    const next = toAmount(entry);
    const states = (): readonly CapUse[] => this.#states.filter(({ cap }) => applies(cap, request));
    this.#refresh();
    const unpriced = states().find(
      ({ cap }) => isUnpriced(cap, next) && this.#unpriced.get(this.#todayKey(cap)) !== 'allowed',
    );
    if (unpriced) {
      this.#unpriced.set(this.#todayKey(unpriced.cap), 'refused');
      throw new SpendCapError(unpriced, next, true, clock.now());
    }
    // Written before the check, so that of two processes at least one sees the other's reservation.
    ledger.append(entry);
    this.#refresh();
    const full = states().find(({ purse }) => !purse.fits({ tokens: 0, dollars: 0 }));
    if (!full) return true;
    ledger.append({ id: entry.id, isReleased: true });
    this.#refresh();
    throw new SpendCapError(full, next, false, clock.now());
  }

  #refresh(): void {
    const { ledger, caps } = this.#deps;
    const all = caps();
    const { today } = ledger;
    const madeFor = JSON.stringify([today, all]);
    if (madeFor !== this.#madeFor) {
      this.#madeFor = madeFor;
      this.#states = all.map((cap) => ({ cap, purse: new Purse(cap) }));
      this.#reserved.clear();
      ledger.restart();
    }
    if (all.length === 0) return;
    const starts = all.map(({ per }) => startOf(per, today)).sort();
    for (const [day, line] of ledger.read(starts[0] ?? today)) this.#apply(day, line, today);
  }

  #apply(day: string, line: SpendLine, today: string): void {
    if ('allow' in line) {
      if (day === today) this.#raise(line.allow);
      return;
    }
    for (const release of this.#reserved.get(line.id) ?? []) release();
    this.#reserved.delete(line.id);
    if ('isReleased' in line) return;
    const amount = toAmount(line);
    const purses = this.#states
      .filter(({ cap }) => day >= startOf(cap.per, today) && applies(cap, line))
      .map(({ purse }) => purse);
    if (line.isReserved)
      this.#reserved.set(
        line.id,
        purses.map((purse) => purse.reserve(amount)),
      );
    else for (const purse of purses) purse.spend(amount);
  }

  #todayKey(cap: Cap): string {
    return this.#deps.ledger.today + capKey(cap);
  }

  #raise(key: string): void {
    for (const { cap, purse } of this.#states) {
      if (capKey(cap) !== key) continue;
      const more = allowance(cap);
      const { tokens, dollars } = purse.budget;
      purse.budget = {
        ...(tokens !== undefined && { tokens: tokens + (more.tokens ?? 0) }),
        ...(dollars !== undefined && { dollars: dollars + (more.dollars ?? 0) }),
      };
    }
  }

  #warn(request?: Spender): void {
    const { ledger, onWarn } = this.#deps;
    this.#refresh();
    if (!onWarn) return;
    for (const state of this.#states) {
      const { cap, purse } = state;
      if (request && !applies(cap, request)) continue;
      const percent = WARNINGS.find((one) => purse.share * 100 >= one);
      if (percent === undefined) continue;
      const day = startOf(cap.per, ledger.today) || ledger.today;
      // The lower warning is no longer needed.
      const names = WARNINGS.filter((one) => one <= percent).map((one) => warningName(cap, one));
      const [isFirst] = names.map((name) => ledger.claim(day, name));
      if (isFirst) onWarn(state, percent);
    }
  }

  #entryOf(request: GuardedRequest, id: string): SpendEntry {
    const { connection, folder, program, model, operation } = request;
    return {
      id,
      time: this.#deps.clock.now(),
      ...(connection !== undefined && { connection }),
      ...(folder !== undefined && { folder }),
      program: program.slice(0, MAX_PROGRAM),
      ...(model !== undefined && { model }),
      operation,
      tokens: 0,
      price: 'unknown',
    };
  }

  #learn(model: string, { outputTokens }: Charge): void {
    const { count, tokens } = this.#outputs.get(model) ?? { count: 0, tokens: 0 };
    this.#outputs.set(model, { count: count + 1, tokens: tokens + outputTokens });
  }
}

/** Returns the first day of a period. */
function startOf(per: Cap['per'], today: string): string {
  if (per === 'run') return '';
  return per === 'day' ? today : `${today.slice(0, 7)}-01`;
}

function isUnpriced({ dollars, unknownPrices }: Cap, next: Amount): boolean {
  return dollars !== undefined && next.dollars === undefined && unknownPrices !== true;
}

/** A response that told nothing, such as one that was cut off, counts as estimated. */
function unknownCharge(estimate: Amount, { model }: GuardedRequest): Charge {
  const price = estimate.dollars === undefined ? 'unknown' : 'partly';
  return { ...estimate, price, model, tier: undefined, outputTokens: 0 };
}

function amountOf({ tokens, dollars }: Amount): Pick<SpendEntry, 'tokens' | 'micros'> {
  return {
    tokens: Math.round(tokens),
    ...(dollars !== undefined && { micros: Math.round(dollars * MICROS) }),
  };
}

function toAmount({ tokens, micros }: Pick<SpendEntry, 'tokens' | 'micros'>): Amount {
  return { tokens, ...(micros !== undefined && { dollars: micros / MICROS }) };
}

function warningName(cap: Cap, percent: number): string {
  const hash = createHash('sha256').update(capKey(cap)).digest('hex');
  return `warned-${percent}-${hash.slice(0, 16)}`;
}
