import { isObject } from '../base/json';

/**
 * Model lifecycle from API responses: `modelStatus`, a rejection of all requests, or the model list. Overrides the
 * documentation.
 */
export type ReportedStatus =
  | { readonly by: 'list' }
  | {
      readonly by: 'answer';
      /** Stage, such as `DEPRECATED`; unknown ones are possible. */
      readonly stage: string;
      readonly end?: string;
      readonly message?: string;
    }
  | {
      readonly by: 'refusal';
      /** The model is listed but unavailable, or only available to earlier users. */
      readonly why: 'notServed' | 'earlierUsers';
      readonly day: string;
    };

/** The status of a listed model that has no other. */
export const LISTED: ReportedStatus = { by: 'list' };

/** Parses `modelStatus` of a response. Undefined if uninformative. */
export function parseModelStatus(modelStatus: unknown): ReportedStatus | undefined {
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
