import type { CallOptions } from '../api/call';
import { numberSetting, type NumberSettings } from './numberSetting';

/** What the settings say about every call. */
export type CallLimits = Pick<CallOptions, 'maxAttempts' | 'timeoutMs'>;

/** Reads the settings anew, so that a change counts from the next call on and cuts none that runs. */
export function callLimits(user: NumberSettings): CallLimits {
  const seconds = numberSetting('timeoutSeconds', user);
  return {
    maxAttempts: numberSetting('retry.maxAttempts', user),
    ...(seconds > 0 && { timeoutMs: seconds * 1000 }),
  };
}
