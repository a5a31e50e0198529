import type { PlaygroundSettings } from '../model/conversation';
import { settingsShape } from '../model/settings';

/** Settings from elsewhere, and those of them that are left out, such as `temperature = 9`. */
export interface SanitizedSettings {
  readonly settings: PlaygroundSettings;
  readonly leftOut: readonly string[];
}

/** The settings whose values the playground takes: elsewhere the ranges are others. */
export function sanitizeSettings(given: PlaygroundSettings): SanitizedSettings {
  const entries = Object.entries(given) as readonly (readonly [string, unknown])[];
  const taken = entries.filter(([name, value]) => isTaken(name, value));
  const leftOut = entries
    .filter((entry) => !taken.includes(entry))
    .map(([name, value]) => (typeof value === 'number' ? `${name} = ${value}` : name));
  return { settings: Object.fromEntries(taken), leftOut };
}

function isTaken(name: string, value: unknown): boolean {
  try {
    settingsShape.parse({ [name]: value });
    return true;
  } catch {
    // Whether it is taken is all that is asked.
    return false;
  }
}
