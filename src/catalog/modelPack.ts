import pack from './models.json';
import { text, type Text } from './text';

/** How the service stands behind a model, as its documents say. */
export type ModelStage = 'stable' | 'preview' | 'deprecated' | 'shut down' | 'legacy';

/** In US dollars per million tokens, of the paid tier and the standard service. Nothing of it is a promise. */
export interface ModelPrices {
  readonly input?: number;
  readonly output?: number;
  /** Of tokens that were cached. */
  readonly cached?: number;
  /** The last day on which these are known to hold, as `2026-12-31`. */
  readonly until?: string;
}

/**
 * What documents say of a model and the service's own row of it does not. `models.json` is kept by hand: an entry per
 * model in the order of the families, each with where and when its facts were read; `checked` is the day on which all
 * of it was gone through, `covers` the day of the newest source. What is not known is absent.
 */
export interface PackedModel {
  /** The last part of its name. */
  readonly id: string;
  readonly stage: ModelStage;
  /** Dates, such as `2026-06-01`. */
  readonly released?: string;
  readonly shutdown?: string;
  /** Id. */
  readonly successor?: string;
  readonly prices?: ModelPrices;
  readonly note?: string;
}

/** The day on which the facts were checked last, such as `2026-11-22`. */
export const PACK_DATE = pack.checked;

const models: ReadonlyMap<string, PackedModel> = new Map(
  (pack.models as readonly PackedModel[]).map((model) => [model.id, model]),
);

/** All of them, in the order of the families. */
export function packedModels(): readonly PackedModel[] {
  return [...models.values()];
}

/** What is known of a model by its resource name or id; absent for those that users made, and for unknown ones. */
export function packedModel(name: string): PackedModel | undefined {
  return models.get(name.replace(/^models\//, ''));
}

/** Whether its shutdown date has passed. In UTC, at the end of the day. */
export function isShutDown({ stage, shutdown }: PackedModel, now: number): boolean {
  return stage === 'shut down' || (shutdown !== undefined && endOf(shutdown) <= now);
}

function endOf(day: string): number {
  return Date.parse(`${day}T23:59:59.999Z`);
}

/** An end that is farther away is told in tooltips only. In ms. */
const SOON = 180 * 24 * 60 * 60 * 1000;

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

/** Id of what takes the place of a model and is still served; absent where none is known. */
export function successorOf(name: string, now: number): string | undefined {
  const seen = new Set<string>();
  let model = packedModel(name);
  while (model?.successor !== undefined && !seen.has(model.id)) {
    seen.add(model.id);
    const next = packedModel(model.successor);
    if (next && !isShutDown(next, now)) return next.id;
    model = next;
  }
  return undefined;
}

/** A price as it is read, such as `$0.75`. */
export function priceText(dollars: number): string {
  return `$${dollars < 1 ? String(dollars) : dollars.toFixed(2)}`;
}
