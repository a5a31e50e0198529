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
import { matches, nameOf, pathOf, readRow, resetSettings, writeRow } from '../settingRows/rowValue';
import { SETTING_ROWS } from '../settingRows/rows';
import { type KeptPage, SettingsPage } from './settingsPage';
import { type ParsedSetting, parseTyped, rangeProblem, toTyped } from '../settingRows/typed';

/** Debounce, in ms. */
const PAUSE_MS = 250;

interface SettingsDeps {
  readonly panel: ReadonlySignal<PlaygroundState | undefined>;
  readonly ask: PanelContext['ask'];
  readonly clock: Clock;
  readonly page: KeptPage;
  readonly kept?: KeptEdits<string> | undefined;
}

export interface RowState {
  readonly typed: string;
  readonly parsed: ParsedSetting<JsonValue>;
  /** Whether the mode has the setting, and the model supports it or it is set. */
  readonly isShown: boolean;
  /** Why the setting can't be set. Undefined if it can. */
  readonly missing?: 'model' | 'mode';
  /** Why the value isn't sent. Undefined if it is sent or not set. */
  readonly unsent?: 'refused' | 'apart' | 'unknown';
}

export interface SettingFacts {
  readonly model: Model;
  readonly mode: SettingsMode;
  readonly version: string;
}

/** Settings of a conversation, with local edits on top. Invalid edits stay local. */
export class SettingsState {
  readonly page: SettingsPage;
  /** Settings before a reset, for undo. Cleared on the next change. */
  readonly beforeReset = signal<PlaygroundSettings | undefined>(undefined);
  readonly facts: ReadonlySignal<SettingFacts>;
  readonly firstInvalid: ReadonlySignal<string | undefined>;
  readonly setCount: ReadonlySignal<number>;
  /** Whether any setting differs from the default, including settings without a field. */
  readonly canReset: ReadonlySignal<boolean>;
  /**
   * Rows that match the search. Includes settings that the model lacks and, while searching, settings that
   * the mode lacks.
   */
  readonly found: ReadonlySignal<readonly SettingRow[]>;
  readonly #deps: SettingsDeps;
  readonly #edits: LocalEdits<string>;
  readonly #rows: ReadonlyMap<string, ReadonlySignal<RowState>>;
  /** Typed spellings of normalized values, such as `0.` and `0,50`, preserved while typing. */
  readonly #spellings = new Map<string, string>();
  #search = { query: '', found: new Set<string>() };
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
    this.facts = stableComputed(() => factsOf(deps.panel.value));
    this.#rows = new Map(
      SETTING_ROWS.map((row) => [row.key, stableComputed(() => this.#stateOf(row))]),
    );
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

  row(key: string): ReadonlySignal<RowState> {
    const state = this.#rows.get(key);
    if (!state) throw new Error(`Unknown setting ${key}.`);
    return state;
  }

  get kept(): KeptEdits<string> | undefined {
    return this.#edits.kept;
  }

  /** Called for each edit. An empty text means default. */
  type(key: string, typed: string): void {
    batch(() => {
      this.beforeReset.value = undefined;
      this.#spellings.set(key, typed);
      this.#edits.put(key, typed);
    });
  }

  /** Applies a snapshot. Drops edits of other conversations or modes. */
  onSnapshot({ conversation, mode: now }: PlaygroundState): void {
    const mode = settingsModeOf(now);
    const isOther = conversation !== this.#conversation;
    // Edits from just before a mode change belong to the previous mode.
    if (!isOther && mode !== this.#mode) void this.#edits.flush();
    if (isOther || mode !== this.#mode) this.#spellings.clear();
    if (isOther) this.beforeReset.value = undefined;
    this.#conversation = conversation;
    this.#mode = mode;
    this.#edits.onSnapshot(`${conversation} ${mode}`);
  }

  async flush(): Promise<boolean> {
    return await this.#edits.flush();
  }

  /** Skips the debounce, because the next click may use the settings. */
  hurry(): void {
    this.#edits.sendNow();
  }

  showInvalid(): void {
    const key = this.firstInvalid.peek();
    if (key !== undefined) this.show(key);
  }

  show(key: string): void {
    this.page.show(rowOf(key));
  }

  async edit(part: RequestPart): Promise<void> {
    await this.flush();
    await this.#deps.ask('editPart', { part });
  }

  async keep(keep: boolean): Promise<void> {
    await this.flush();
    await this.#deps.ask('keepSettings', { keep });
  }

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

  /** Results stay stable for one query, because editing may change the matching value. */
  #find(shown: readonly SettingRow[]): readonly SettingRow[] {
    const query = this.page.query.value;
    if (query !== this.#search.query) this.#search = { query, found: new Set() };
    const { found } = this.#search;
    const { mode } = this.facts.value;
    // Modes have settings with the same name. Another mode's setting isn't listed next to this mode's.
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
    if (isIn(path, refused)) return { ...state, isShown, unsent: 'refused' };
    if (isIn(path, apart)) return { ...state, isShown, unsent: 'apart' };
    return isIn(path, unsent) ? { ...state, isShown, unsent: 'unknown' } : { ...state, isShown };
  }

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
    return toTyped(row, value);
  }

  #canSend(key: string, typed: string): boolean {
    const row = rowOf(key);
    const model = this.#deps.panel.peek()?.model;
    const parsed = parseTyped(row, typed, model, this.#mode);
    return pathOf(row, this.#mode) === undefined || !('error' in parsed);
  }

  /** Sends all settings as one value, including accepted edits that aren't in a snapshot yet. */
  async #send(): Promise<boolean> {
    const { settings } = this.#deps.panel.peek() ?? {};
    if (!settings) return false;
    return await this.#deps.ask('setSettings', this.#applied(this.#edits.all, settings));
  }

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
  if (!row) throw new Error(`Unknown setting ${key}.`);
  return row;
}

/** Whether a setting is invalid or differs from the default. */
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

function isIn(path: string, paths: readonly string[]): boolean {
  return paths.some((other) => path === other || path.startsWith(`${other}.`));
}

/** Returns a computed signal that keeps the old value if deeply equal, to avoid rendering. */
function stableComputed<T>(read: () => T): ReadonlySignal<T> {
  let before: { readonly value: T } | undefined;
  return computed(() => {
    const value = read();
    if (!before || !isSameJson(before.value, value)) before = { value };
    return before.value;
  });
}
