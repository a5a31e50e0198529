import { isOperationId, isSessionId, operationRow, sessions } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import {
  type Budget,
  type Cap,
  type Spender,
  parseCaps,
  shownDollars,
  usedText,
} from '../catalog/spend/caps';
import { SpendGuard } from '../catalog/spend/guard';
import { FileLedger, MemoryLedger } from '../catalog/spend/ledger';
import { requestedModel } from '../catalog/spend/pricing';
import type { Clock } from '../base/clock';
import { AppError, errorMessage } from '../base/errors';
import { type JsonObject, textAt } from '../base/json';
import { jsonIn, type SpendGate, type UpstreamSpend } from '../recordings/index';

export interface UpstreamSpendDeps {
  readonly clock: Clock;
  readonly tell: (text: string) => void;
  /** Budget of this process. */
  readonly budget: Budget | undefined;
}

/** Guards the upstream requests of all sessions: with the budget of this process, or the caps of VS Code. */
export class UpstreamSpending {
  readonly #deps: UpstreamSpendDeps;
  readonly #own: SpendGuard | undefined;
  #shared: SpendGuard | undefined;
  #folder: string | undefined;
  #caps: readonly Cap[] = [];

  constructor(deps: UpstreamSpendDeps) {
    this.#deps = deps;
    const { budget, clock, tell } = deps;
    if (!budget) return;
    const cap: Cap = { ...budget, per: 'run' };
    this.#own = new SpendGuard({
      clock,
      ledger: new MemoryLedger(clock),
      caps: () => [cap],
      onWarn: ({ purse }) => tell(`Spent ${usedText(purse)}.`),
      onError: (error) => tell(errorMessage(error)),
    });
  }

  /** Takes the folder of the ledger and the caps from the control API. Throws `AppError` if invalid. */
  use(told: JsonObject): void {
    const folder = textAt(told, 'folder');
    if (folder === '') throw new AppError('badOption', 'folder must be the folder of the ledger.');
    this.#caps = parseCaps(told.caps);
    if (folder === this.#folder) return;
    this.#folder = folder;
    const { clock, tell } = this.#deps;
    this.#shared = new SpendGuard({
      clock,
      ledger: new FileLedger(folder, clock),
      caps: () => this.#caps,
      onError: (error) => tell(`Couldn’t write the spend ledger: ${errorMessage(error)}`),
    });
  }

  /** Returns the gate for requests of a session. Undefined if no one counts. */
  gateFor(spender: Spender): SpendGate | undefined {
    const guard = this.#own ?? this.#shared;
    return guard && { begin: (spend) => begin(guard, spender, spend) };
  }

  /** Returns what this process spent. Undefined without a budget. */
  get summary(): string | undefined {
    const [state] = this.#own?.states() ?? [];
    if (!state) return undefined;
    const { unknown, dollars } = state.purse;
    const more = unknown > 0 ? `, plus ${unknown} of unknown price` : '';
    const used = state.cap.dollars === undefined ? `, about ${shownDollars(dollars)}` : '';
    return `Spent ${usedText(state.purse)}${used}${more}, by published prices.`;
  }
}

function begin(guard: SpendGuard, spender: Spender, spend: UpstreamSpend) {
  const { operation, request, headers } = spend;
  const cost = costOf(operation, request.method);
  if (!cost) return undefined;
  const body = jsonIn(request);
  const program = headers['user-agent'] ?? 'unknown';
  return guard.begin({
    operation,
    cost,
    model: requestedModel(request.path, body),
    body,
    program,
    ...spender,
  });
}

function costOf(operation: string, method: string): OperationRow['cost'] {
  if (isOperationId(operation)) return operationRow(operation).cost;
  if (isSessionId(operation)) return sessions[operation]?.cost;
  // The table doesn't have OpenAI methods, nor new ones.
  if (method !== 'POST') return undefined;
  return operation.startsWith('openai.') ? 'tokens' : 'media';
}
