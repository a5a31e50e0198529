import { isObject } from '../base/json';

/**
 * What the service itself said of a model: `modelStatus` of an answer, or that it refused every request. It wins over
 * what documents say.
 */
export type ToldStatus =
  | {
      readonly by: 'answer';
      /** Such as `DEPRECATED`; a word that nobody knows may come. */
      readonly stage: string;
      /** A day such as `2026-12-01`. */
      readonly end?: string;
      /** In the service's own words. */
      readonly message?: string;
    }
  | {
      readonly by: 'refusal';
      /** It is listed and not there, or there only for those who used it before. */
      readonly why: 'notServed' | 'earlierUsers';
      /** The day on which that was found out. */
      readonly day: string;
    };

/** `modelStatus` of an answer; undefined where that says nothing. */
export function statusOfAnswer(modelStatus: unknown): ToldStatus | undefined {
  if (!isObject(modelStatus)) return undefined;
  const { modelStage, retirementTime, message } = modelStatus;
  const end =
    typeof retirementTime === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(retirementTime)?.[0] : undefined;
  const stage = typeof modelStage === 'string' ? modelStage : '';
  if (stage === '' && end === undefined) return undefined;
  return {
    by: 'answer',
    stage,
    ...(end !== undefined && { end }),
    ...(typeof message === 'string' && message !== '' && { message }),
  };
}
