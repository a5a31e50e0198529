import type { CallOptions } from '../api/call';
import { type FlagSetting, type NumberSetting, settings } from '../catalog/settings';

/** What the user set; undefined where nothing is, and anything where the setting is wrong. */
export interface NumberSettings {
  read(name: NumberSetting): unknown;
}

/** A number out of range counts as the nearest in it; what is no whole number, as the default. */
export function numberSetting(name: NumberSetting, user: NumberSettings): number {
  const value = user.read(name);
  if (typeof value !== 'number' || !Number.isInteger(value)) return settings[name].default;
  const { minimum, maximum } = settings[name];
  return Math.min(maximum, Math.max(minimum, value));
}

/** A number that the user set and that is out of range. */
export function outOfRange(name: NumberSetting, user: NumberSettings): number | undefined {
  const value = user.read(name);
  const { minimum, maximum } = settings[name];
  return typeof value === 'number' && (value < minimum || value > maximum) ? value : undefined;
}

/** What the user set; undefined where nothing is, and anything where the setting is wrong. */
interface FlagSettings {
  read(name: FlagSetting): unknown;
}

/** Anything but a truth value counts as the default. */
export function flagSetting(name: FlagSetting, user: FlagSettings): boolean {
  const value = user.read(name);
  return typeof value === 'boolean' ? value : settings[name].default;
}

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
