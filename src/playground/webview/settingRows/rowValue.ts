import type { JsonObject, JsonValue } from '../../../api/schema/row';
import type { PlaygroundSettings, SettingsMode } from '../../conversation';
import { modeRequest, withModeRequest } from '../../modeRequest';
import { fieldAt, safetyThresholds, toolFields, withField } from '../../requestFields';
import type { Place, SettingRow } from './row';

/** Where the request of a mode has it, as the paths of fields that are not sent name it; undefined where it has none. */
export function pathOf(
  { place }: Pick<SettingRow, 'place'>,
  mode: SettingsMode,
): string | undefined {
  if ('in' in place) return place.in[mode];
  if ('tool' in place) return mode === 'chat' ? `tools.${place.tool}` : undefined;
  if (!place.of.includes(mode)) return undefined;
  return 'setting' in place ? place.setting : 'safetySettings';
}

/** What is set; undefined where nothing is. */
export function readRow(
  { place, kind }: Pick<SettingRow, 'place' | 'kind'>,
  settings: PlaygroundSettings,
  mode: SettingsMode,
): JsonValue | undefined {
  if ('setting' in place) return settings[place.setting];
  const value = read(place, modeRequest(settings, mode), mode);
  return kind === 'flag' && 'tool' in place ? value !== undefined || undefined : value;
}

/** The settings with another value; without one, as if it never was set. */
export function writeRow(
  { place, kind }: Pick<SettingRow, 'place' | 'kind'>,
  settings: PlaygroundSettings,
  mode: SettingsMode,
  value: JsonValue | undefined,
): PlaygroundSettings {
  if ('setting' in place) return withField(settings as JsonObject, place.setting, value);
  const request = modeRequest(settings, mode);
  const written = kind === 'flag' && 'tool' in place && value !== undefined ? {} : value;
  return withModeRequest(settings, mode, write(place, request, mode, written));
}

type RequestPlace = Exclude<Place, { readonly setting: unknown }>;

function read(place: RequestPlace, request: JsonObject, mode: SettingsMode): JsonValue | undefined {
  if ('tool' in place) return toolFields.read(request, place.tool);
  if ('safety' in place) return safetyThresholds.read(request, place.safety);
  const path = place.in[mode];
  return path === undefined ? undefined : fieldAt(request, path);
}

function write(
  place: RequestPlace,
  request: JsonObject,
  mode: SettingsMode,
  value: JsonValue | undefined,
): JsonObject {
  if ('tool' in place) return toolFields.write(request, place.tool, value);
  if ('safety' in place) return safetyThresholds.write(request, place.safety, value);
  const path = place.in[mode];
  return path === undefined ? request : withField(request, path, value);
}

/** The settings without anything that a request of this mode is made of; saved results of functions stay. */
export function resetSettings(
  { whole, autoRespond, ...settings }: PlaygroundSettings,
  mode: SettingsMode,
): PlaygroundSettings {
  const others = { ...(whole && { whole }), ...(autoRespond && { autoRespond }) };
  return withModeRequest(mode === 'chat' ? settings : { ...settings, ...others }, mode, {});
}
