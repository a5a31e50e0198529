import { toGenerateContent, toInteraction } from '../../api/interactions/generateContent/convert';
import type { Loss } from '../../api/interactions/generateContent/losses';
import {
  type Conversation,
  DEFAULT_MODE,
  type PlaygroundMode,
  type PlaygroundSettings,
} from '../model/conversation';
import { modeRequest, settingsModeOf, withModeRequest } from '../model/modes';

interface CarriedSettings {
  readonly settings: PlaygroundSettings;
  readonly lost: readonly Loss[];
}

/**
 * Converts settings between `chat` and `interaction`. Nothing is converted if the new mode has its own
 * settings. The old mode's settings are retained.
 */
export function carriedSettings(
  { settings, mode = DEFAULT_MODE }: Pick<Conversation, 'settings' | 'mode'>,
  next: PlaygroundMode,
): CarriedSettings | undefined {
  const [from, to] = [settingsModeOf(mode), settingsModeOf(next)];
  const isBetween = [from, to].every((one) => one === 'chat' || one === 'interaction');
  if (!isBetween || from === to || settings.requests?.[to] || !settings.requests?.[from]) {
    return undefined;
  }
  const request = modeRequest(settings, from);
  const { body, lost } =
    to === 'interaction' ? toInteraction(request, '') : toGenerateContent(request);
  const { model: _model, input: _input, contents: _contents, ...fields } = body;
  const carried = withModeRequest(settings, to, fields);
  return {
    settings: {
      ...settings,
      // Shared settings are unchanged, even if this mode has no field for them.
      requests: {
        ...settings.requests,
        ...(carried.requests?.[to] && { [to]: carried.requests[to] }),
      },
    },
    lost,
  };
}
