import type { JsonValue } from '../../../api/schema/row';
import type { PlaygroundSettings, SettingsMode } from '../../conversation';
import type { PlaygroundState } from '../../protocol';
import { fill } from '../fill';
import type { PanelContext } from '../context';
import { createField, type FieldWishes } from './createField';
import type { FieldView } from './fieldView';
import type { SettingRow } from './row';
import { pathOf, readRow, writeRow } from './rowValue';

/** A setting in the panel, and whether the user has changed it since the host last knew of it. */
export class RowField {
  readonly row: SettingRow;
  readonly view: FieldView;
  readonly #context: PanelContext;
  /** What the host has, as JSON. */
  #known: string | undefined = '';
  /** Edits that the host does not know of yet. */
  #edits = 0;

  constructor(context: PanelContext, row: SettingRow, { panel, onChange, onEdit }: FieldWishes) {
    this.row = row;
    this.#context = context;
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
    const { strings } = this.#context;
    if (isAmong(refused)) return strings.notOfModel;
    return isAmong(unsent) ? fill(strings.notOfVersion, version) : undefined;
  }
}

function text(value: JsonValue | undefined): string {
  return value === undefined ? '' : JSON.stringify(value);
}
