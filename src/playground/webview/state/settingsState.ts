import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { JsonValue } from '../../../api/schema/row';
import type { Clock } from '../../../base/clock';
import { isSameJson } from '../../../base/json';
import { type KeptEdits, LocalEdits } from '../../../webview/kit/localEdits';
import type { PlaygroundSettings, SettingsMode } from '../../../conversation/model/conversation';
import { settingsModeOf } from '../../../conversation/model/modes';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import type { RequestPart } from '../../../conversation/model/settings';
import type { PanelContext } from './context';
import type { Model, SettingRow } from '../settingRows/row';
import { pathOf, readRow, resetSettings, writeRow } from '../settingRows/rowValue';
import { SETTING_ROWS } from '../settingRows/rows';
import { matches, nameOf } from '../settingRows/search';
import { type KeptPage, SettingsPage } from './settingsPage';
import { type Parsed, parseTyped, rangeProblem, typedOf } from '../settingRows/typed';

/** How long after the last keystroke settings are sent. */
const PAUSE_MS = 250;

interface SettingsDeps {
  /** The host's last snapshot. */
  readonly panel: ReadonlySignal<PlaygroundState | undefined>;
  readonly ask: PanelContext['ask'];
  readonly clock: Clock;
  readonly page: KeptPage;
  /** What was typed before a reload. */
  readonly kept?: KeptEdits<string> | undefined;
}

/** A setting as its field shows it. */
export interface RowState {
  /** What stands in the field. */
  readonly typed: string;
  readonly parsed: Parsed<JsonValue>;
  /** It belongs to the mode, and the model has it or it is set. */
  readonly isShown: boolean;
  /** What lacks it, if it can’t be set; undefined if it can. */
  readonly missing?: 'model' | 'mode';
  /** Why its value is not sent; absent where it is, or where nothing is set. */
  readonly unsent?: 'refused' | 'apart' | 'unknown';
}

/** What the panel knows of the model and the service, as far as settings depend on it. */
export interface SettingFacts {
  readonly model: Model;
  readonly mode: SettingsMode;
  readonly version: string;
}

/**
 * The settings of a conversation: what the host has, and what is typed over it. What is invalid stays here and
 * is said at its field.
 */
export class SettingsState {
  readonly page: SettingsPage;
  /** What was there before all of it was reset; absent once something is set again. */
  readonly beforeReset = signal<PlaygroundSettings | undefined>(undefined);
  readonly facts: ReadonlySignal<SettingFacts>;
  /** Key of the first field that is invalid. */
  readonly firstInvalid: ReadonlySignal<string | undefined>;
  /** How many of those that are shown are not as they are by default. */
  readonly setCount: ReadonlySignal<number>;
  /** Whether anything is not as it is by default, also of what has no field. */
  readonly canReset: ReadonlySignal<boolean>;
  /** Those that the search finds, also if this model lacks them; what the mode lacks only while one searches. */
  readonly found: ReadonlySignal<readonly SettingRow[]>;
  readonly #deps: SettingsDeps;
  readonly #edits: LocalEdits<string>;
  readonly #rows: ReadonlyMap<string, ReadonlySignal<RowState>>;
  /** How values were written that the host has as something else: `0.` and `0,50` stay as they are while one types. */
  readonly #spellings = new Map<string, string>();
  #search = { query: '', found: new Set<string>() };
  /** That the edits were made in. */
  #mode: SettingsMode = 'chat';
  #conversation = '';

  constructor(deps: SettingsDeps) {
    this.#deps = deps;
    this.page = new SettingsPage(deps.page);
    this.#edits = new LocalEdits({
      clock: deps.clock,
      pauseMs: PAUSE_MS,
      send: () => this.#send(),
      canSend: (key, typed) => this.#canSend(key, typed),
    });
    this.#edits.restore(deps.kept);
    this.facts = stable(() => factsOf(deps.panel.value));
    this.#rows = new Map(SETTING_ROWS.map((row) => [row.key, stable(() => this.#stateOf(row))]));
    const shown = computed(() => SETTING_ROWS.filter(({ key }) => this.row(key).value.isShown));
    this.firstInvalid = computed(() => shown.value.find((row) => this.#isInvalid(row))?.key);
    this.setCount = computed(
      () => shown.value.filter(({ key }) => isSet(this.row(key).value)).length,
    );
    this.canReset = computed(() => {
      const { autoRespond, requests } = deps.panel.value?.settings ?? {};
      const request = requests?.[this.facts.value.mode] ?? {};
      return this.setCount.value > 0 || autoRespond === true || Object.keys(request).length > 0;
    });
    this.found = computed(() => {
      const isSearched = this.page.query.value.trim() !== '';
      return this.#find(
        SETTING_ROWS.filter(({ key }) => {
          const { isShown, missing } = this.row(key).value;
          return isShown || missing === 'model' || (missing === 'mode' && isSearched);
        }),
      );
    });
  }

  /** The row with a key, as its field shows it. */
  row(key: string): ReadonlySignal<RowState> {
    const state = this.#rows.get(key);
    if (!state) throw new Error(`No setting is called ${key}.`);
    return state;
  }

  /** What was typed and the host does not have, invalid or not: a reload brings it back. */
  get kept(): KeptEdits<string> | undefined {
    return this.#edits.kept;
  }

  /** The user typed or chose something in the field of a row; an empty text is the default. */
  type(key: string, typed: string): void {
    batch(() => {
      this.beforeReset.value = undefined;
      this.#spellings.set(key, typed);
      this.#edits.put(key, typed);
    });
  }

  /** The host has said how things are. What was typed for another conversation, or in another mode, is gone. */
  hostSaid({ conversation, mode: now }: PlaygroundState): void {
    const mode = settingsModeOf(now);
    const isOther = conversation !== this.#conversation;
    // What was changed just before another mode was chosen belongs to the mode before.
    if (!isOther && mode !== this.#mode) void this.#edits.flush();
    if (isOther || mode !== this.#mode) this.#spellings.clear();
    if (isOther) this.beforeReset.value = undefined;
    this.#conversation = conversation;
    this.#mode = mode;
    this.#edits.hostSaid(`${conversation} ${mode}`);
  }

  /** Sends what has not been sent yet; answers whether the host has all of it. */
  async flush(): Promise<boolean> {
    return await this.#edits.flush();
  }

  /** Does not wait for the pause after the last key: what is clicked next may be made of the settings. */
  hurry(): void {
    this.#edits.hurry();
  }

  /** Opens the settings at the first field that keeps messages from being sent. */
  showInvalid(): void {
    const key = this.firstInvalid.peek();
    if (key !== undefined) this.show(key);
  }

  /** Opens the settings at a row, by its key. */
  show(key: string): void {
    this.page.show(rowOf(key));
  }

  /** Opens a part in an editor, with everything that stands here. */
  async edit(part: RequestPart): Promise<void> {
    await this.flush();
    await this.#deps.ask('editPart', { part });
  }

  /** Lets new conversations begin with what stands here, or with none of it. */
  async keep(keep: boolean): Promise<void> {
    await this.flush();
    await this.#deps.ask('keepSettings', { keep });
  }

  /** Everything of the mode as it is by default, also what has no field; it can be taken back. */
  async resetAll(): Promise<void> {
    const { settings } = this.#deps.panel.peek() ?? {};
    if (!settings) return;
    const before = this.#applied(this.#edits.all, settings);
    this.#forgetEdits();
    if (!(await this.#deps.ask('setSettings', resetSettings(before, this.#mode)))) return;
    this.beforeReset.value = before;
  }

  async undoReset(): Promise<void> {
    const before = this.beforeReset.peek();
    if (!before) return;
    this.#forgetEdits();
    this.beforeReset.value = undefined;
    await this.#deps.ask('setSettings', before);
  }

  /** What was found stays as long as the same is searched for: the value that was found may be what is changed. */
  #find(shown: readonly SettingRow[]): readonly SettingRow[] {
    const query = this.page.query.value;
    if (query !== this.#search.query) this.#search = { query, found: new Set() };
    const { found } = this.#search;
    const { mode } = this.facts.value;
    // Modes have settings of the same name: the one of another mode isn't listed next to it.
    const names = new Set(shown.filter(({ key }) => !this.#isOfOtherMode(key)).map(nameOf));
    return shown.filter((row) => {
      if (this.#isOfOtherMode(row.key) && names.has(nameOf(row))) return false;
      const isFound =
        found.has(row.key) || matches(row, this.row(row.key).value.typed, mode, query);
      if (isFound) found.add(row.key);
      return isFound;
    });
  }

  #isOfOtherMode(key: string): boolean {
    return this.row(key).value.missing === 'mode';
  }

  #isInvalid(row: SettingRow): boolean {
    const { parsed, typed } = this.row(row.key).value;
    return (
      'error' in parsed ||
      rangeProblem(row, typed, (key) => this.row(key).value.typed) !== undefined
    );
  }

  #forgetEdits(): void {
    this.#spellings.clear();
    this.#edits.clear();
  }

  #stateOf(row: SettingRow): RowState {
    const { settings = {}, unsent = [], refused = [], apart = [] } = this.#deps.panel.value ?? {};
    const { model, mode } = this.facts.value;
    const value = readRow(row, settings, mode);
    const typed = this.#edits.get(row.key) ?? this.#spelled(row, value, model, mode);
    const parsed = parseTyped(row, typed, model, mode);
    const path = pathOf(row, mode);
    const isOffered =
      (row.known?.(model) ?? true) && (row.needs === undefined || isSet(this.row(row.needs).value));
    const state = { typed, parsed, isShown: false };
    if (path === undefined) return { ...state, missing: 'mode' };
    const isShown = isOffered || isSet(state);
    if (!isShown && model && row.needs === undefined) return { ...state, missing: 'model' };
    if (!isSet(state)) return { ...state, isShown };
    if (isAmong(path, refused)) return { ...state, isShown, unsent: 'refused' };
    if (isAmong(path, apart)) return { ...state, isShown, unsent: 'apart' };
    return isAmong(path, unsent) ? { ...state, isShown, unsent: 'unknown' } : { ...state, isShown };
  }

  /** A value as the user wrote it, as long as the host has that. */
  #spelled(
    row: SettingRow,
    value: JsonValue | undefined,
    model: Model,
    mode: SettingsMode,
  ): string {
    const spelling = this.#spellings.get(row.key);
    if (spelling !== undefined) {
      const parsed = parseTyped(row, spelling, model, mode);
      if (!('error' in parsed) && isSameJson(parsed.value, value)) return spelling;
    }
    return typedOf(row, value);
  }

  #canSend(key: string, typed: string): boolean {
    const row = rowOf(key);
    const model = this.#deps.panel.peek()?.model;
    return pathOf(row, this.#mode) === undefined || !isWrong(row, typed, model, this.#mode);
  }

  /** Also tells what the host has taken and does not show yet: all settings are told as one. */
  async #send(): Promise<boolean> {
    const { settings } = this.#deps.panel.peek() ?? {};
    if (!settings) return false;
    return await this.#deps.ask('setSettings', this.#applied(this.#edits.all, settings));
  }

  /** The settings with what was typed; without what is invalid. */
  #applied(edits: ReadonlyMap<string, string>, settings: PlaygroundSettings): PlaygroundSettings {
    const model = this.#deps.panel.peek()?.model;
    return [...edits].reduce((value, [key, typed]) => {
      const row = rowOf(key);
      const parsed = parseTyped(row, typed, model, this.#mode);
      return 'error' in parsed ? value : writeRow(row, value, this.#mode, parsed.value);
    }, settings);
  }
}

function rowOf(key: string): SettingRow {
  const row = SETTING_ROWS.find((candidate) => candidate.key === key);
  if (!row) throw new Error(`No setting is called ${key}.`);
  return row;
}

function isWrong(row: SettingRow, typed: string, model: Model, mode: SettingsMode): boolean {
  return 'error' in parseTyped(row, typed, model, mode);
}

/** Whether a setting is not as it is by default, or not right. */
export function isSet({ parsed }: Pick<RowState, 'parsed'>): boolean {
  return 'error' in parsed || parsed.value !== undefined;
}

function factsOf(panel: PlaygroundState | undefined): SettingFacts {
  return {
    model: panel?.model,
    mode: settingsModeOf(panel?.mode ?? 'chat'),
    version: panel?.version ?? '',
  };
}

function isAmong(path: string, paths: readonly string[]): boolean {
  return paths.some((other) => path === other || path.startsWith(`${other}.`));
}

/** What is computed of a snapshot, as the value that it was before where it is alike: nothing is drawn again then. */
function stable<T>(read: () => T): ReadonlySignal<T> {
  let before: { readonly value: T } | undefined;
  return computed(() => {
    const value = read();
    if (!before || !isSameJson(before.value, value)) before = { value };
    return before.value;
  });
}
