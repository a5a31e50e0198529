import * as l10n from '@vscode/l10n';
import { packedModels } from '../api/modelPack';
import { AppError } from '../base/errors';
import { dollarsText, localizedText } from '../base/format';
import { estimatePrice } from '../catalog/priceEstimate';
import type { Budget } from '../testing/budget';

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Returns the price in US dollars. Undefined if unknown. */
export function priceOf(model: string, { input, output }: Tokens, now: number): number | undefined {
  const usage = { promptTokenCount: input, candidatesTokenCount: output };
  return estimatePrice({ models: [model], usage }, now)?.total;
}

/** Returns the price for confirmations and results, as the value of a label. */
export function shownPrice(dollars: number | undefined): string {
  return dollars === undefined ? l10n.t('unknown') : localizedText(dollarsText(dollars));
}

/** Throws `AppError` (`budget`) if an estimated price doesn’t fit the budget, or is unknown. */
export function requireBudget(dollars: number | undefined, { dollars: limit }: Budget): void {
  if (limit === undefined || (dollars !== undefined && dollars <= limit)) return;
  throw new AppError(
    'budget',
    dollars === undefined
      ? 'The cost of this call is unknown, so it could exceed the remaining budget.'
      : `This costs about ${shownPrice(dollars)}, more than the remaining budget.`,
    {
      hint: 'Nothing was sent. Ask the user to raise the budget, or use the emulator.',
    },
  );
}

/** Returns the newest stable model for text. */
export function defaultModel(): string {
  const found = packedModels().find(({ kind, stage }) => kind === 'text' && stage === 'stable');
  return `models/${found?.id ?? ''}`;
}

export function modelName(model: string): string {
  return model.includes('/') ? model : `models/${model}`;
}
