import { PACK_DATE } from '../../api/modelPack';
import { estimatePrice, type PriceEstimate } from '../../catalog/priceEstimate';
import { isObject, textAt } from '../../base/json';
import type { ModelTurn, Turn } from '../model/conversation';
import type { TurnPrices } from '../model/turnPrices';

/** Snapshots come often, and turns never change. */
const known = new WeakMap<ModelTurn, PriceEstimate | 'none'>();

/** What the answers of a conversation cost, about; undefined where the pack knows none of their prices. */
export function turnPrices(turns: readonly Turn[], now: number): TurnPrices | undefined {
  const estimates: { [turn: string]: PriceEstimate } = {};
  for (const turn of turns) {
    if (turn.role !== 'model') continue;
    const estimate = known.get(turn) ?? priceOf(turn, now) ?? 'none';
    known.set(turn, estimate);
    if (estimate !== 'none') estimates[turn.id] = estimate;
  }
  return Object.keys(estimates).length === 0 ? undefined : { asOf: PACK_DATE, estimates };
}

/** By the model that the service names in the answer: another name may only have led to it. */
export function priceOf(turn: ModelTurn, now: number): PriceEstimate | undefined {
  const { outcome, answer = {}, sent = {}, model, continuation, interaction } = turn;
  const usage = outcome?.usage;
  // Which models an agent asked, nobody tells.
  if (!usage || interaction?.agent !== undefined) return undefined;
  const told: unknown = isObject(answer.usageMetadata) && answer.usageMetadata.serviceTier;
  const asked: unknown = answer.service_tier ?? sent.service_tier ?? sent.serviceTier;
  const wanted: unknown = typeof told === 'string' ? told : asked;
  const version = textAt(answer, 'modelVersion');
  return estimatePrice(
    {
      models: [...(version === '' ? [] : [version]), model],
      usage,
      ...(typeof wanted === 'string' && { tier: wanted }),
      isSum: continuation !== undefined,
    },
    now,
  );
}
