/** Result of `inspect()`. VS Code returns the last two fields but doesn't document them. */
export interface InspectedSetting {
  readonly globalValue?: unknown;
  readonly globalLocalValue?: unknown;
  /** From the remote machine's settings, which a dev container can write. */
  readonly globalRemoteValue?: unknown;
}

/**
 * Returns the user's local value. Before VS Code 1.132, `globalValue` may contain remote settings as nested
 * objects, despite the setting's scope.
 */
export function localValue(inspected: InspectedSetting | undefined): unknown {
  if (!inspected) return undefined;
  const { globalValue, globalLocalValue, globalRemoteValue } = inspected;
  if (globalRemoteValue === undefined) return globalValue;
  return globalLocalValue;
}
