import * as l10n from '@vscode/l10n';
import type { OperationId } from '../../api/operations';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import {
  DEFAULT_MODE,
  PLAYGROUND_MODES,
  type PlaygroundMode,
  type PlaygroundSettings,
  type SettingsMode,
} from './conversation';
import { decisionMode } from './decisionMode';
import { embedMode } from './embedMode';
import { isTunedModel, type ModeCall, type ModeRow, type SharedField } from './modeRow';
import type { ModeInfo, ModelInfo } from './protocol';
import { fieldAt, withField } from './requestFields';
import {
  answerMode,
  chatMode,
  interactionMode,
  messageMode,
  promptMode,
  textMode,
} from './textModes';
import { fillVariables, type Variables } from './turns';

/** Table of modes: API methods, response parsing, and panel features. */
export const MODES: { readonly [M in PlaygroundMode]: ModeRow } = {
  chat: chatMode,
  interaction: interactionMode,
  prompt: promptMode,
  text: textMode,
  message: messageMode,
  answer: answerMode,
  embed: embedMode,
  decision: decisionMode,
};

/** Returns the mode that owns the settings; `prompt` uses those of `chat`. */
export function settingsModeOf(mode: PlaygroundMode = DEFAULT_MODE): SettingsMode {
  return MODES[mode].settings.mode;
}

/**
 * Returns a mode's request from its own and the shared settings. Retains unknown fields. Without
 * `variables`, placeholders stay.
 */
export function modeRequest(
  settings: PlaygroundSettings,
  mode: SettingsMode,
  variables?: Variables,
): JsonObject {
  let request = settings.requests?.[mode] ?? {};
  for (const [field, path] of sharedPaths(mode)) {
    const value = sharedValue(settings, field, mode, variables);
    if (value !== undefined) request = withField(request, path, value);
  }
  return request;
}

/** Applies a mode's full request to the settings, the inverse of `modeRequest`. */
export function withModeRequest(
  settings: PlaygroundSettings,
  mode: SettingsMode,
  request: JsonObject,
): PlaygroundSettings {
  let rest = request;
  const shared = new Map<SharedField, unknown>();
  for (const [field, path] of sharedPaths(mode)) {
    const found = fieldAt(request, path);
    const value = field === 'systemInstruction' ? textOf(found) : found;
    shared.set(field, value);
    if (value !== undefined) rest = withField(rest, path, undefined);
  }
  const { requests = {}, ...flat } = settings;
  const { [mode]: _before, ...others } = requests;
  const all = Object.keys(rest).length > 0 ? { ...others, [mode]: rest } : others;
  const kept: [string, unknown][] = Object.entries({ ...flat, ...Object.fromEntries(shared) });
  return {
    ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)),
    ...(Object.keys(all).length > 0 && { requests: all }),
  };
}

function sharedPaths(mode: SettingsMode): readonly (readonly [SharedField, string])[] {
  return Object.entries(MODES[mode].settings.shared) as [SharedField, string][];
}

function sharedValue(
  settings: PlaygroundSettings,
  field: SharedField,
  mode: SettingsMode,
  variables: Variables | undefined,
): JsonValue | undefined {
  const value = settings[field];
  if (Array.isArray(value) && value.length === 0) return undefined;
  if (field !== 'systemInstruction') return value;
  const { systemInstruction = '' } = settings;
  if (systemInstruction === '') return undefined;
  const text = variables ? fillVariables(systemInstruction, variables) : systemInstruction;
  return MODES[mode].settings.isPlainInstruction ? text : { parts: [{ text }] };
}

function textOf(content: JsonValue | undefined): string | undefined {
  if (typeof content === 'string') return content;
  const parts = content === undefined ? undefined : fieldAt({ content }, 'content.parts');
  const [only] = Array.isArray(parts) ? (parts as readonly JsonValue[]) : [];
  const text = only && fieldAt({ only }, 'only.text');
  const alike = JSON.stringify({ parts: [{ text }] });
  return typeof text === 'string' && JSON.stringify(content) === alike ? text : undefined;
}

export interface Answerer {
  readonly name: string;
  /** `supportedGenerationMethods`; absent if unknown. */
  readonly methods?: readonly string[] | undefined;
}

/**
 * Returns the calls of a mode that the model supports. An unknown model supports all calls for its
 * type.
 */
export function callsOf(mode: PlaygroundMode, { name, methods }: Answerer): readonly ModeCall[] {
  return MODES[mode].calls.filter(
    ({ operation, method }) =>
      operation.startsWith('tunedModels.') === isTunedModel(name) &&
      (methods?.includes(method) ?? true),
  );
}

export function canDo(mode: PlaygroundMode, model: Answerer): boolean {
  return callsOf(mode, model).length > 0;
}

export function hasSeveralMethods(mode: PlaygroundMode = DEFAULT_MODE): boolean {
  return new Set(MODES[mode].calls.map(({ method }) => method)).size > 1;
}

/** Returns the default mode of a model; undefined if the model supports none. */
export function firstMode(model: Answerer): PlaygroundMode | undefined {
  return PLAYGROUND_MODES.find((mode) => canDo(mode, model));
}

export function callOf(operation: OperationId): ModeCall | undefined {
  const calls = PLAYGROUND_MODES.flatMap((mode) => MODES[mode].calls);
  return calls.find((call) => call.operation === operation);
}

export function modeLabel(mode: PlaygroundMode): string {
  return MODES[mode].label();
}

/**
 * Returns all modes with the reason why a model can't use them. Versions don't matter, because
 * requests can use another version.
 */
export function modeInfos(model: ModelInfo | undefined): readonly ModeInfo[] {
  return PLAYGROUND_MODES.map((id) => {
    if (!model || canDo(id, model)) return { id };
    const label = modeLabel(id);
    return { id, reason: l10n.t('{0} doesn’t support {1}.', model.displayName, label) };
  });
}
