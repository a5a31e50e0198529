import { shutdownDate, isShutDown, type PackedModel, packedModel } from '../../api/modelPack';
import type { JsonObject } from '../../api/schema/row';
import { triggerArgument, type Trigger } from '../triggers';

/** Responses mention a shutdown from this time before it, in ms. */
const NEAR = 180 * 24 * 60 * 60 * 1000;
/** Time to shutdown in ms for the `[[stage]]` trigger. */
const ASKED = 30 * 24 * 60 * 60 * 1000;

/** Returns `modelStatus`. Undefined if no shutdown is close. @param now in emulator time. */
export function modelStatusOf(
  name: string,
  triggers: readonly Trigger[],
  now: number,
): JsonObject | undefined {
  const asked = triggerArgument(triggers, 'stage');
  if (asked !== undefined) {
    const day = new Date(now + ASKED).toISOString().slice(0, 10);
    return status(asked === '' ? 'DEPRECATED' : asked.toUpperCase(), day);
  }
  const packed = packedModel(name);
  if (!packed || isShutDown(packed, now)) return undefined;
  const stage = stageOf(packed, now);
  return stage === undefined ? undefined : status(stage, packed.shutdown, packed.successor);
}

function stageOf({ stage, shutdown }: PackedModel, now: number): string | undefined {
  if (stage === 'deprecated') return 'DEPRECATED';
  const ends = shutdown !== undefined && shutdownDate(shutdown) - now <= NEAR;
  if (stage === 'preview') return ends ? 'DEPRECATED' : 'PREVIEW';
  return ends ? 'LEGACY' : undefined;
}

function status(modelStage: string, day?: string, successor?: string): JsonObject {
  const instead = successor === undefined ? '' : ` Please use ${successor}.`;
  return {
    modelStage,
    ...(day === undefined ? {} : { retirementTime: `${day}T00:00:00Z` }),
    message: `This model is ${modelStage.toLowerCase()}.${instead}`,
  };
}
