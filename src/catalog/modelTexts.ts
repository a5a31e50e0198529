import { endOf, isShutDown, type PackedModel } from '../api/modelPack';
import { text, type Text } from './text';

/** An end that is farther away is told in tooltips only. In ms. */
export const SOON = 180 * 24 * 60 * 60 * 1000;

/** In a few words, how long the service still has a model; absent where there is nothing to mind. */
export function stageText(model: PackedModel, now: number): Text | undefined {
  const { stage, shutdown } = model;
  if (isShutDown(model, now)) {
    return shutdown === undefined ? text('shut down') : text('shut down on {0}', shutdown);
  }
  if (shutdown !== undefined && endOf(shutdown) - now <= SOON) return text('until {0}', shutdown);
  switch (stage) {
    case 'preview':
      return text('preview');
    case 'deprecated':
      return text('deprecated');
    case 'legacy':
      return text('legacy');
    default:
      return undefined;
  }
}

/** A price as it is read, such as `$0.75`; with as many digits as it has. */
export function priceText(dollars: number): string {
  const cents = dollars.toFixed(2);
  return `$${Number(cents) === dollars ? cents : String(dollars)}`;
}
