/** What `inspect()` says of a setting. VS Code gives the last two without documenting them. */
export interface InspectedSetting {
  readonly globalValue?: unknown;
  /** From the user's own settings. */
  readonly globalLocalValue?: unknown;
  /** From the settings of the machine that a remote window runs on; a dev container can fill them. */
  readonly globalRemoteValue?: unknown;
}

/**
 * What the user's own settings say. `globalValue` is nearly that: before VS Code 1.132 a remote machine's
 * settings got into it as nested objects, past the scope of the setting.
 */
export function ownValue(inspected: InspectedSetting | undefined): unknown {
  if (!inspected) return undefined;
  const { globalValue, globalLocalValue, globalRemoteValue } = inspected;
  if (globalRemoteValue === undefined) return globalValue;
  return globalLocalValue;
}
