import * as l10n from '@vscode/l10n';
import type { JsonObject, JsonValue } from '../../../api/schema/row';
import { isObject } from '../../../base/json';
import type { PlaygroundSettings, SettingsMode } from '../../../conversation/model/conversation';
import { modeRequest, withModeRequest } from '../../../conversation/model/modes';
import {
  SPEAKERS_PATH,
  declaredTools,
  fieldAt,
  safetyThresholds,
  speakerVoices,
  toolFields,
  typedTools,
  withField,
  withoutFunctions,
} from '../../../conversation/model/requestFields';
import type { Place, SettingRow } from './row';
import { wordsOf } from './typed';

/** Returns the setting's path in a mode's request, as in lists of unsent fields. Undefined if unsupported. */
export function pathOf(
  { place }: Pick<SettingRow, 'place'>,
  mode: SettingsMode,
): string | undefined {
  if ('in' in place) return place.in[mode];
  if ('typedTool' in place) return mode === 'interaction' ? 'tools' : undefined;
  if ('tools' in place) {
    if (mode === 'interaction') return 'tools';
    return mode === 'chat' ? 'tools.functionDeclarations' : undefined;
  }
  if ('tool' in place || 'speaker' in place) {
    if (mode !== 'chat') return undefined;
    if ('speaker' in place) return SPEAKERS_PATH;
    return ['tools', place.tool, ...(place.path === undefined ? [] : [place.path])].join('.');
  }
  if (!place.of.includes(mode)) return undefined;
  return 'setting' in place ? place.setting : 'safetySettings';
}

/** Returns the set value. Undefined if not set. */
export function readRow(
  { place, kind }: Pick<SettingRow, 'place' | 'kind'>,
  settings: PlaygroundSettings,
  mode: SettingsMode,
): JsonValue | undefined {
  if ('setting' in place) return settings[place.setting];
  if ('tools' in place) {
    const tools = [...declaredTools(settings, modeRequest(settings, mode)).values()];
    return tools.length > 0 ? tools : undefined;
  }
  const value = read(place, modeRequest(settings, mode), mode);
  return kind === 'flag' && isOfTool(place) ? value !== undefined || undefined : value;
}

/** Returns settings with a new value, or with the setting removed if undefined. */
export function writeRow(
  { place, kind, clears }: Pick<SettingRow, 'place' | 'kind' | 'clears'>,
  settings: PlaygroundSettings,
  mode: SettingsMode,
  value: JsonValue | undefined,
): PlaygroundSettings {
  if ('setting' in place) return withField(settings as JsonObject, place.setting, value);
  const request = modeRequest(settings, mode);
  if ('tools' in place) {
    const names = new Set(value === undefined ? declaredTools(settings, request).keys() : []);
    return withModeRequest(settings, mode, withoutFunctions(request, names));
  }
  const written = kind === 'flag' && isOfTool(place) && value !== undefined ? {} : value;
  const next = write(place, request, mode, written);
  const isAlone = clears !== undefined && written !== undefined;
  return withModeRequest(settings, mode, isAlone ? withField(next, clears, undefined) : next);
}

function isOfTool(place: Place): boolean {
  return 'tool' in place || 'typedTool' in place;
}

type RequestPlace = Exclude<Place, { readonly setting: unknown } | { readonly tools: unknown }>;

function read(place: RequestPlace, request: JsonObject, mode: SettingsMode): JsonValue | undefined {
  if ('speaker' in place) return speakerVoices.read(request, place.speaker, place.of);
  if ('typedTool' in place) return typedTools.read(request, place.typedTool);
  if ('tool' in place) {
    const value = toolFields.read(request, place.tool);
    if (place.path === undefined) return value;
    return isObject(value) ? fieldAt(value, place.path) : undefined;
  }
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
  if ('speaker' in place) return speakerVoices.write(request, place.speaker, place.of, value);
  if ('typedTool' in place) return typedTools.write(request, place.typedTool, value);
  if ('tool' in place)
    return toolFields.write(request, place.tool, toolValue(place, request, value));
  if ('safety' in place) return safetyThresholds.write(request, place.safety, value);
  const path = place.in[mode];
  return path === undefined ? request : withField(request, path, value);
}

function toolValue(
  { tool, path, isWhole }: Extract<Place, { readonly tool: string }>,
  request: JsonObject,
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (path === undefined || (isWhole && value === undefined)) return value;
  const before = toolFields.read(request, tool);
  return withField(isObject(before) ? before : {}, path, value);
}

/** Removes this mode's request fields from settings. Keeps saved function results. */
export function resetSettings(
  { whole, autoRespond, ...settings }: PlaygroundSettings,
  mode: SettingsMode,
): PlaygroundSettings {
  const others = { ...(whole && { whole }), ...(autoRespond && { autoRespond }) };
  return withModeRequest(mode === 'chat' ? settings : { ...settings, ...others }, mode, {});
}

export function nameOf({ label }: Pick<SettingRow, 'label'>): string {
  return typeof label === 'function' ? label() : wordsOf(label.word);
}

/** Names what to use instead of a deprecated setting. Undefined for other settings. */
export function replacementText({
  replacedBy,
}: Pick<SettingRow, 'replacedBy'>): string | undefined {
  return replacedBy && l10n.t('Deprecated. Use {0} instead.', replacedBy);
}

/** Whether a setting matches all words in any order: label, help, value, or API name. */
export function matches(
  row: SettingRow,
  typed: string,
  mode: SettingsMode,
  query: string,
): boolean {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const isChoice = row.kind === 'choice' || row.kind === 'choices';
  const value = isChoice ? wordsOf(typed, row.prefix) : '';
  const replaced = replacementText(row) ?? '';
  const text = [nameOf(row), row.hint?.() ?? '', replaced, typed, value, pathOf(row, mode) ?? '']
    .join('\n')
    .toLowerCase();
  return wanted.every((word) => text.includes(word));
}
