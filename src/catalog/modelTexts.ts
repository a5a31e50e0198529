import { shutdownDate, isShutDown, type PackedModel } from '../api/modelPack';
import { text, type Text } from './text';

/** Later shutdown dates appear only in tooltips. In ms. */
export const SOON = 180 * 24 * 60 * 60 * 1000;

/** Returns a short text on the model's lifecycle. Undefined if not noteworthy. */
export function stageText(model: PackedModel, now: number): Text | undefined {
  const { stage, shutdown } = model;
  if (isShutDown(model, now)) {
    return shutdown === undefined ? text('shut down') : text('shut down on {0}', shutdown);
  }
  if (shutdown !== undefined && shutdownDate(shutdown) - now <= SOON)
    return text('until {0}', shutdown);
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

/** Formats a price in US dollars with all its digits, such as `$0.75`. */
export function priceText(dollars: number): string {
  const cents = dollars.toFixed(2);
  return `$${Number(cents) === dollars ? cents : String(dollars)}`;
}
