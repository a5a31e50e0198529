import * as l10n from '@vscode/l10n';
import { rejectedValue } from '../../api/errors/details';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { parseRequest } from '../../api/schema/validate';
import { AppError, errorMessage } from '../../base/errors';
import { isObject, repeatedName } from '../../base/json';
import {
  PART_VERSION,
  type PartFile,
  type PartSchemaRow,
  partSchemas,
} from '../../catalog/documentSchemas';
import {
  PLAYGROUND_MODES,
  type PlaygroundSettings,
  type SettingsMode,
} from '../model/conversation';
import { MODES, modeRequest, settingsModeOf, withModeRequest } from '../model/modes';
import { fieldAt, toolFields, withField } from '../model/requestFields';
import { settingsShape } from '../model/settings';

export interface PartEditor {
  readonly file: PartFile;
  readonly isDirty: boolean;
}

interface PartRow {
  readonly mode: SettingsMode;
  /** Path in the request; absent for the full request and for functions, which are in tools. */
  readonly path?: string;
  readonly list?: readonly [MessageName, string];
}

type RequestFile = `${SettingsMode}Request`;

const PARTS: { readonly [F in PartFile]: PartRow } = {
  jsonSchema: { mode: 'chat', path: 'generationConfig.responseFormat.text.schema' },
  responseSchema: { mode: 'chat', path: 'generationConfig.responseSchema' },
  functions: { mode: 'chat', list: ['Tool', 'functionDeclarations'] },
  ...(Object.fromEntries(
    PLAYGROUND_MODES.map((mode) => [
      `${settingsModeOf(mode)}Request`,
      { mode: settingsModeOf(mode) },
    ]),
  ) as { readonly [F in RequestFile]: PartRow }),
};

export function partText(settings: PlaygroundSettings, file: PartFile): string {
  const { mode, path, list } = PARTS[file];
  const request = modeRequest(settings, mode);
  const value =
    file === 'functions'
      ? toolFields.read(request, 'functionDeclarations')
      : path === undefined
        ? request
        : fieldAt(request, path);
  return `${JSON.stringify(value ?? (list ? [] : {}), undefined, 2)}\n`;
}

/**
 * Applies the text of a document to the settings. Empty values remove the part; unknown fields
 * stay. Throws `AppError` (`badPart`) if the text is invalid.
 */
export function withPart(
  settings: PlaygroundSettings,
  file: PartFile,
  text: string,
): PlaygroundSettings {
  const value = parse(text);
  const { mode, path, list } = PARTS[file];
  if (value === undefined) return written(settings, file, undefined);
  if (list && !Array.isArray(value)) {
    throw bad(l10n.t('This must be a list, such as [{ … }].'));
  }
  if (!list && !isObject(value)) throw bad(l10n.t('This must be an object, such as { … }.'));
  const row: PartSchemaRow = partSchemas[file];
  const message = list?.[0] ?? row.message;
  const whole = list ? { [list[1]]: value } : value;
  for (const made of path === undefined && !list ? MODES[mode].settings.madeOfTurns : []) {
    if (fieldAt(whole as JsonObject, made) === undefined) continue;
    throw bad(l10n.t('Remove “{0}”. It is generated from the conversation.', made));
  }
  const { violations } = message ? parseRequest(message, PART_VERSION, whole) : { violations: [] };
  // Unknown fields may be newer than our tables.
  const wrong = violations.find(({ description }) => !description.endsWith('Cannot find field.'));
  if (wrong) throw bad(inWords(wrong.description));
  return written(settings, file, isEmpty(value) ? undefined : value);
}

function inWords(violation: string): string {
  const refused = rejectedValue(violation);
  if (!refused) return violation;
  const { field, value } = refused;
  return l10n.t('“{0}” can’t be {1}.', field, value.replace(/^"(.*)"$/s, '“$1”'));
}

function written(
  settings: PlaygroundSettings,
  file: PartFile,
  value: JsonValue | undefined,
): PlaygroundSettings {
  const { mode, path } = PARTS[file];
  const request = modeRequest(settings, mode);
  const next =
    file === 'functions'
      ? toolFields.write(request, 'functionDeclarations', value)
      : path === undefined
        ? ((value ?? {}) as JsonObject)
        : withField(request, path, value);
  try {
    return settingsShape.parse(withModeRequest(settings, mode, next));
  } catch (error) {
    throw bad(l10n.t('This can’t be set: {0}.', errorMessage(error)));
  }
}

function parse(text: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw bad(l10n.t('This isn’t valid JSON: {0}', errorMessage(error)));
  }
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw bad(l10n.t('“{0}” occurs more than once.', repeated.name));
  return value;
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function bad(message: string): AppError {
  return new AppError('badPart', message);
}

/** Returns the document path of a part, such as `/<conversation>/responseSchema.json`. */
export function partPath(conversation: string, file: PartFile): string {
  return `/${conversation}/${file}.json`;
}

/** Parses a document path; undefined if invalid. */
export function parsePartPath(
  path: string,
): { readonly conversation: string; readonly name: string } | undefined {
  const [, conversation, name] = /^\/([a-z0-9]+)\/([A-Za-z]+)\.json$/.exec(path) ?? [];
  return conversation === undefined || name === undefined ? undefined : { conversation, name };
}
