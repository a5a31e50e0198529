import type { CallOptions } from '../api/call';
import { settingRanges, settings, type NumberSetting } from '../catalog/ids';

/** What the settings say about every call. */
export type CallLimits = Pick<CallOptions, 'maxAttempts' | 'timeoutMs'>;

/** What the user set; undefined where nothing is, and anything where the setting is wrong. */
export interface NumberSettings {
  read(name: NumberSetting): unknown;
}

/** Reads the settings anew, so that a change counts from the next call on and cuts none that runs. */
export function callLimits(user: NumberSettings): CallLimits {
  const seconds = valueOf('timeoutSeconds', user);
  return {
    maxAttempts: valueOf('retry.maxAttempts', user),
    ...(seconds > 0 && { timeoutMs: seconds * 1000 }),
  };
}

/** A number out of range counts as the nearest in it; what is no whole number, as the default. */
function valueOf(name: NumberSetting, user: NumberSettings): number {
  const value = user.read(name);
  if (typeof value !== 'number' || !Number.isInteger(value)) return settings[name];
  const { minimum, maximum } = settingRanges[name];
  return Math.min(maximum, Math.max(minimum, value));
}
