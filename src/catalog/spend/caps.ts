import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { dollarsText, localizedText } from '../../base/format';
import { isObject, items } from '../../base/json';
import { nextPacificMidnight, nextPacificMonth } from '../../base/calendar';
import { pathInside } from '../../platform/pathInside';

/** A limit for the requests of a connection, of a folder, or of this machine. */
export interface Cap extends Budget {
  readonly connection?: string;
  /** Absolute path. */
  readonly folder?: string;
  /** `run` for the requests of this process. */
  readonly per: 'day' | 'month' | 'run';
  /** Whether requests of unknown price are allowed although dollars are limited. */
  readonly unknownPrices?: boolean;
}

/** Reads the setting. Ignores invalid entries, and those that limit nothing. */
export function parseCaps(value: unknown): readonly Cap[] {
  return items(value).flatMap((entry): readonly Cap[] => {
    if (!isObject(entry)) return [];
    const { connection, folder, per, tokens, dollars, unknownPrices } = entry;
    const limits = {
      ...(isLimit(tokens) && { tokens }),
      ...(isLimit(dollars) && { dollars }),
    };
    if (Object.keys(limits).length === 0 || (per !== 'day' && per !== 'month')) return [];
    const names = {
      ...(typeof connection === 'string' && { connection }),
      ...(typeof folder === 'string' && { folder }),
    };
    return [{ ...names, per, ...limits, ...(unknownPrices === true && { unknownPrices }) }];
  });
}

const isLimit = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** Returns a text that is the same for all processes, to find a cap again. */
export function capKey({ connection = '', folder = '', per }: Cap): string {
  return JSON.stringify([connection, folder, per]);
}

export interface Spender {
  /** Connection ID. Undefined for apps, which use their own keys. */
  readonly connection?: string | undefined;
  /** Absolute path of the workspace folder or working directory. */
  readonly folder?: string | undefined;
}

export function applies(cap: Cap, { connection, folder }: Spender): boolean {
  if (cap.connection !== undefined && cap.connection !== connection) return false;
  if (cap.folder === undefined) return true;
  return folder !== undefined && pathInside(cap.folder, folder) !== undefined;
}

/** Returns when a cap starts again, in ms since 1970. Undefined if never. */
export function resetTime({ per }: Cap, now: number): number | undefined {
  if (per === 'run') return undefined;
  return per === 'day' ? nextPacificMidnight(now) : nextPacificMonth(now);
}

/** Returns what one click adds for today: a day's amount, or a tenth of a month's. */
export function allowance({ per, tokens, dollars }: Cap): Budget {
  const part = per === 'month' ? 0.1 : 1;
  return {
    ...(tokens !== undefined && { tokens: Math.ceil(tokens * part) }),
    ...(dollars !== undefined && { dollars: dollars * part }),
  };
}

/** Returns the used amount and the limit, such as “about $1.20 of $5.00”. */
export function usedText({ budget, tokens: count, dollars }: Purse): string {
  const { tokens: limit } = budget;
  const parts = [
    ...(budget.dollars === undefined
      ? []
      : [l10n.t('about {0} of {1}', shownDollars(dollars), shownDollars(budget.dollars))]),
    ...(limit === undefined
      ? []
      : [l10n.t('{0} of {1} tokens', shownCount(count), shownCount(limit))]),
  ];
  return parts.join(', ');
}

export function shownDollars(dollars: number): string {
  return localizedText(dollarsText(dollars));
}

const shownCount = (count: number): string => count.toLocaleString('en');

/** Returns the period of a cap in a sentence, such as “today”. */
export function periodText({ per }: Cap): string {
  if (per === 'run') return l10n.t('in this run');
  return per === 'day' ? l10n.t('today') : l10n.t('this month');
}

/** Formats a reset in local time. */
export function resetText(time: number): string {
  return new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

/** A cap with what counts for it in its current period. */
export interface CapUse {
  readonly cap: Cap;
  readonly purse: Purse;
}

/** A request that wasn't sent because of a cap. */
export class SpendCapError extends AppError<'spendCap'> {
  override readonly name = 'SpendCapError';
  readonly cap: Cap;

  /** @param isUnpriced whether the reason is that the price of the request is unknown */
  constructor({ cap, purse }: CapUse, next: Amount, isUnpriced: boolean, now: number) {
    const reset = isUnpriced ? undefined : resetTime(cap, now);
    const hint = isUnpriced ? unpricedLiftText(cap) : liftText(cap);
    super('spendCap', refusalText(cap, purse, next, reset), { hint });
    this.cap = cap;
  }
}

function refusalText(
  cap: Cap,
  purse: Purse,
  { dollars, tokens: count }: Amount,
  reset: number | undefined,
): string {
  const used = l10n.t('Spent {0} {1}.', usedText(purse), periodText(cap));
  const why =
    cap.dollars !== undefined && dollars === undefined
      ? l10n.t('The price of this request is unknown.')
      : cap.dollars !== undefined && dollars !== undefined
        ? l10n.t('This request can cost {0}.', shownDollars(dollars))
        : l10n.t('This request can use {0} tokens.', shownCount(count));
  const until = reset === undefined ? '' : l10n.t('Resets at {0}.', resetText(reset));
  const what = l10n.t('Refused on this machine. Nothing was sent.');
  return [what, used, why, until].filter(Boolean).join(' ');
}

function liftText({ per }: Cap): string {
  return per === 'run'
    ? l10n.t('To continue, raise --budget.')
    : l10n.t('To continue, run Show Spending in VS Code, or change the setting {0}.', SETTING);
}

function unpricedLiftText({ per }: Cap): string {
  return per === 'run'
    ? l10n.t('To continue, limit tokens instead of dollars with --budget.')
    : l10n.t(
        'To allow unknown prices today for requests of VS Code, run Allow More Today. For apps, set unknownPrices in {0}.',
        SETTING,
      );
}

const SETTING = 'generativeLanguage.spend.caps';

/** A limit. Undefined parts are unlimited. */
export interface Budget {
  readonly tokens?: number;
  /** US dollars. */
  readonly dollars?: number;
}

export interface Amount {
  readonly tokens: number;
  /** US dollars at published prices. Undefined if unknown. */
  readonly dollars?: number | undefined;
}

/** Adds up what requests used and what running ones may use, and compares it with a budget. */
export class Purse {
  budget: Budget;
  #tokens = 0;
  #dollars = 0;
  #reservedTokens = 0;
  #reservedDollars = 0;
  #unknown = 0;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  get tokens(): number {
    return this.#tokens;
  }

  get dollars(): number {
    return this.#dollars;
  }

  get reservedTokens(): number {
    return this.#reservedTokens;
  }

  /** Number of paid requests whose price is unknown. */
  get unknown(): number {
    return this.#unknown;
  }

  /** Largest part of the budget that is used, without reservations: 1 if used up. */
  get share(): number {
    const { tokens = Infinity, dollars = Infinity } = this.budget;
    const shares = [
      tokens === 0 ? 1 : this.#tokens / tokens,
      dollars === 0 ? 1 : this.#dollars / dollars,
    ];
    return Math.max(...shares);
  }

  /** Whether `next` fits in addition to use and reservations. A budget of zero fits nothing. */
  fits({ tokens: nextTokens, dollars: nextDollars = 0 }: Amount): boolean {
    const { tokens = Infinity, dollars = Infinity } = this.budget;
    if (dollars === 0) return false;
    if (this.#tokens + this.#reservedTokens + nextTokens > tokens) return false;
    return this.#dollars + this.#reservedDollars + nextDollars <= dollars;
  }

  /** Reserves an estimate and returns a function that releases it. */
  reserve({ tokens, dollars = 0 }: Amount): () => void {
    this.#reservedTokens += tokens;
    this.#reservedDollars += dollars;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#reservedTokens -= tokens;
      this.#reservedDollars -= dollars;
    };
  }

  spend({ tokens, dollars }: Amount): void {
    this.#tokens += tokens;
    if (dollars === undefined) this.#unknown++;
    else this.#dollars += dollars;
  }
}
