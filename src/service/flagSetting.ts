import { settings, type FlagSetting } from '../catalog/settings';

/** What the user set; undefined where nothing is, and anything where the setting is wrong. */
export interface FlagSettings {
  read(name: FlagSetting): unknown;
}

/** Anything but a truth value counts as the default. */
export function flagSetting(name: FlagSetting, user: FlagSettings): boolean {
  const value = user.read(name);
  return typeof value === 'boolean' ? value : settings[name].default;
}
