import type { Obstacle } from './composer';
import type { ViewState } from './reducer';

/** What keeps a message from being sent; undefined where nothing does. */
export function obstacle(
  { panel, sending }: ViewState,
  areSettingsValid: boolean,
): Obstacle | undefined {
  if (!panel?.connection) return 'needConnection';
  if (!panel.model) return 'needModel';
  if (sending || panel.streaming !== undefined) return 'waitForAnswer';
  return areSettingsValid ? undefined : 'settingsInvalid';
}
