import * as l10n from '@vscode/l10n';
import type { JsonObject, JsonValue } from '../../../api/schema/row';
import type { PlaygroundSettings, SettingsMode } from '../../conversation';
import { modeRequest, withModeRequest } from '../../modeRequest';
import type { PlaygroundState } from '../../protocol';
import { fieldAt, safetyThresholds, toolFields, withField } from '../../requestFields';
import type { PanelContext } from '../context';
import type { FieldView } from './field';
import { createField, type RowFieldOptions } from './fields';
import type { Place, SettingRow } from './row';

/** A setting in the panel, and whether the user has changed it since the host last knew of it. */
export class RowField {
  readonly row: SettingRow;
  readonly view: FieldView;
  /** What the host has, as JSON. */
  #known: string | undefined = '';
  /** Edits that the host does not know of yet. */
  #edits = 0;

  constructor(
    context: PanelContext,
    row: SettingRow,
    { panel, onChange, onEdit }: RowFieldOptions,
  ) {
    this.row = row;
    this.view = createField(context, row, {
      panel,
      onEdit,
      onChange: () => {
        this.#edits += 1;
        onChange();
      },
    });
  }

  /** How many edits there were that the host does not know of. */
  get edits(): number {
    return this.#edits;
  }

  get isShown(): boolean {
    return !this.view.element.hidden;
  }

  get isSet(): boolean {
    const { parsed } = this.view;
    return 'error' in parsed || parsed.value !== undefined;
  }

  get isInvalid(): boolean {
    return this.isShown && 'error' in this.view.parsed;
  }

  /** The host has what stood here after so many edits. */
  saved(edits: number): void {
    if (this.#edits !== edits) return;
    this.#edits = 0;
    const { parsed } = this.view;
    this.#known = 'error' in parsed ? undefined : text(parsed.value);
  }

  /** The settings with what the user changed here. */
  applied(settings: PlaygroundSettings, mode: SettingsMode): PlaygroundSettings {
    const { parsed } = this.view;
    if (this.#edits === 0 || 'error' in parsed) return settings;
    return writeRow(this.row, settings, mode, parsed.value);
  }

  /** Shows what the host has, unless the user has changed it. Everything is taken over where `anew`. */
  show(panel: PlaygroundState, mode: SettingsMode, anew: boolean): void {
    if (anew) this.#edits = 0;
    const value = readRow(this.row, panel.settings, mode);
    if (anew || (this.#edits === 0 && text(value) !== this.#known)) {
      this.#known = text(value);
      this.view.write(value);
    }
    const path = pathOf(this.row, mode);
    const isOffered = this.row.known?.(panel.model) ?? true;
    this.view.element.hidden = path === undefined || !(isOffered || this.isSet);
    this.view.show({ model: panel.model, mode, unsent: this.#unsent(panel, path) });
  }

  #unsent({ unsent, refused = [], version }: PlaygroundState, path = ''): string | undefined {
    const isAmong = (paths: readonly string[]): boolean =>
      paths.some((other) => path === other || path.startsWith(`${other}.`));
    if (isAmong(refused)) return l10n.t('Not sent: this model does not take it.');
    return isAmong(unsent)
      ? l10n.t('Not sent: version {0} of the service has no such field.', version)
      : undefined;
  }
}

function text(value: JsonValue | undefined): string {
  return value === undefined ? '' : JSON.stringify(value);
}

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
