import type { CallOptions } from '../api/call';
import { type FlagSetting, type NumberSetting, settings } from '../catalog/settings';

/** Returns the user’s value: undefined if not set, of any type if invalid. */
export interface NumberSettings {
  read(name: NumberSetting): unknown;
}

/** Returns the number, limited to its range; the default if it isn’t an integer. */
export function numberSetting(name: NumberSetting, user: NumberSettings): number {
  const value = user.read(name);
  if (typeof value !== 'number' || !Number.isInteger(value)) return settings[name].default;
  const { minimum, maximum } = settings[name];
  return Math.min(maximum, Math.max(minimum, value));
}

/** Returns the user’s number if it is out of range, or undefined. */
export function outOfRange(name: NumberSetting, user: NumberSettings): number | undefined {
  const value = user.read(name);
  const { minimum, maximum } = settings[name];
  return typeof value === 'number' && (value < minimum || value > maximum) ? value : undefined;
}

/** Returns the user’s value: undefined if not set, of any type if invalid. */
interface FlagSettings {
  read(name: FlagSetting): unknown;
}

/** Returns the default if the value isn't a boolean. */
export function flagSetting(name: FlagSetting, user: FlagSettings): boolean {
  const value = user.read(name);
  return typeof value === 'boolean' ? value : settings[name].default;
}

export type CallLimits = Pick<CallOptions, 'maxAttempts' | 'timeoutMs'>;

/** Reads the settings for each call, so that changes don't affect running ones. */
export function callLimits(user: NumberSettings): CallLimits {
  const seconds = numberSetting('timeoutSeconds', user);
  return {
    maxAttempts: numberSetting('retry.maxAttempts', user),
    ...(seconds > 0 && { timeoutMs: seconds * 1000 }),
  };
}
