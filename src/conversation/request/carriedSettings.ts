import { toGenerateContent, toInteraction } from '../../api/interactions/generateContent/convert';
import type { Loss } from '../../api/interactions/generateContent/losses';
import {
  type Conversation,
  DEFAULT_MODE,
  type PlaygroundMode,
  type PlaygroundSettings,
} from '../model/conversation';
import { modeRequest, settingsModeOf, withModeRequest } from '../model/modes';

/** Settings in the words of another mode, and what of them has no place there. */
interface CarriedSettings {
  readonly settings: PlaygroundSettings;
  readonly lost: readonly Loss[];
}

/**
 * The settings of a conversation for a mode that asks the same by other requests: a chat by generateContent, an
 * interaction by its own. Nothing is carried over where that mode has settings of its own already, or asks something
 * else; what was set for the mode that is left stays with it.
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
      // What all modes share is what it was before, also where this mode has no field for it.
      requests: {
        ...settings.requests,
        ...(carried.requests?.[to] && { [to]: carried.requests[to] }),
      },
    },
    lost,
  };
}
