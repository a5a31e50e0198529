import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { errorMessage } from '../base/errors';
import type { Event } from '../base/event';
import { isOperationId, operationRow } from '../api/operations';
import { type Cap, parseCaps } from '../catalog/spend/caps';
import { type CapState, type RunningSpend, SpendGuard } from '../catalog/spend/guard';
import { FileLedger } from '../catalog/spend/ledger';
import { requestedModel } from '../catalog/spend/pricing';
import { readSummary, type SpendSummary, WINDOW_PROGRAM } from '../catalog/spend/summary';
import type { Meter, MeteredRequest } from './meteredClient';

/** Returns the user’s value: undefined if not set, of any type if invalid. */
export interface SpendSettings {
  read(name: 'spend.caps'): unknown;
  readonly onDidChange: Event<void>;
}

export interface SpendingDeps {
  /** Absolute path of the ledger, which all windows share. */
  readonly folder: () => string;
  readonly user: SpendSettings;
  /** Absolute path of the workspace folder whose caps apply to requests of this window. */
  readonly workspaceFolder: () => string | undefined;
  /** Reports that a share of a cap is used, once for all windows. */
  readonly onWarn: (state: CapState, percent: number) => void;
  readonly log: { warn(line: string): void };
}

/** Counts what requests of this window cost, and refuses those that don't fit the caps. */
export class Spending implements Disposable {
  readonly #deps: SpendingDeps;
  readonly #clock: Clock;
  readonly #guard: SpendGuard;
  readonly #ledger: FileLedger;
  readonly #listener: Disposable;
  #caps: readonly Cap[];

  constructor(deps: SpendingDeps, clock: Clock) {
    this.#deps = deps;
    this.#clock = clock;
    const read = (): readonly Cap[] => parseCaps(deps.user.read('spend.caps'));
    this.#caps = read();
    this.#listener = deps.user.onDidChange(() => (this.#caps = read()));
    this.#ledger = new FileLedger(deps.folder(), clock);
    this.#guard = new SpendGuard({
      clock,
      ledger: this.#ledger,
      caps: () => this.#caps,
      onWarn: deps.onWarn,
      onError: (error) => deps.log.warn(`spend: ${errorMessage(error)}`),
    });
  }

  meterOf(connection: string | undefined): Meter {
    const begin = (request: MeteredRequest): RunningSpend | undefined => {
      const { operation, path = '', body } = request;
      const cost = isOperationId(operation) ? operationRow(operation).cost : undefined;
      if (!cost) return undefined;
      const spender = { connection, folder: this.#deps.workspaceFolder() };
      const model = request.model ?? requestedModel(path, body);
      const asked = { operation, cost, model, body };
      return this.#guard.begin({ ...asked, ...spender, program: WINDOW_PROGRAM });
    };
    return async (request) => await Promise.resolve(begin(request));
  }

  /** Reports caps that apps used up to a share. */
  look(): void {
    this.#guard.look();
  }

  states(): readonly CapState[] {
    return this.#guard.states();
  }

  allowMore(cap: Cap): void {
    this.#guard.allowMore(cap);
  }

  /** Allows requests of unknown price in this window today. */
  allowUnknownPrices(cap: Cap): void {
    this.#guard.allowUnknownPrices(cap);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#ledger.close();
  }

  summary(): SpendSummary {
    return readSummary(new FileLedger(this.#deps.folder(), this.#clock));
  }
}
