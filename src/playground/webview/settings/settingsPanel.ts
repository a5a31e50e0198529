import * as l10n from '@vscode/l10n';
import { Debouncer } from '../../../base/async';
import { systemClock } from '../../../base/clock';
import type { PlaygroundSettings, SettingsMode } from '../../conversation';
import { settingsModeOf } from '../../modes';
import type { PlaygroundState } from '../../protocol';
import type { RequestPart } from '../../settings';
import type { PanelContext } from '../context';
import { button } from '../controls';
import { element, isComposing, setText } from '../dom';
import { FunctionsField } from '../functionsField';
import { icon } from '../../../webview/kit/icon';
import { type SectionId, SECTIONS } from './row';
import { RowField } from './rowField';
import { SETTING_ROWS } from './rows';

/** How long after the last keystroke settings are sent. */
const DEBOUNCE_MS = 250;

/** The groups that are open until the user closes them. */
export const DEFAULT_SECTIONS: readonly SectionId[] = ['sampling', 'output'];

export interface SettingsPanelOptions {
  readonly onClose: () => void;
  /** A field was edited, or shows something else. */
  readonly onChange: () => void;
  /** Ids of the groups that are open. */
  readonly sections: readonly string[];
  readonly onSections: (open: readonly string[]) => void;
}

/** The settings at the side. What is invalid is said at the field and not sent. */
export class SettingsPanel {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #options: SettingsPanelOptions;
  readonly #fields: readonly RowField[];
  readonly #sections: readonly Section[];
  readonly #functions: FunctionsField;
  readonly #keep: HTMLButtonElement;
  readonly #forget: HTMLButtonElement;
  readonly #keptNote = element('p', { class: 'field-note' });
  #open: readonly string[];
  readonly #debouncer = new Debouncer(systemClock, DEBOUNCE_MS, () => void this.flush());
  #sending: { readonly edits: number; readonly done: Promise<boolean> } | undefined;
  #panel: Pick<PlaygroundState, 'conversation' | 'settings'> | undefined;
  #mode: SettingsMode = 'chat';
  /** What the fields show, as text. */
  #shown = '';

  constructor(context: PanelContext, id: string, options: SettingsPanelOptions) {
    this.#context = context;
    this.#options = options;
    this.#open = options.sections;
    const onChange = (): void => this.#edited();
    const onEdit = (part: RequestPart): void => void this.#edit(part);
    this.#fields = SETTING_ROWS.map(
      (row) => new RowField(context, row, { panel: id, onChange, onEdit }),
    );
    this.#sections = SECTIONS.map((section) => {
      const fields = this.#fields.filter(({ row }) => row.section === section);
      const isOpen = this.#open.includes(section);
      return new Section(context, section, fields, isOpen, (open) => this.#toggled(section, open));
    });
    this.#functions = new FunctionsField(context);
    const declared = this.#fields.find(({ row }) => row.key === 'functions');
    declared?.view.element.after(this.#functions.element);
    const close = button({
      label: l10n.t('Hide Settings'),
      icon: 'close',
      bare: true,
      onClick: options.onClose,
    });
    const request = button({
      label: l10n.t('Edit Request as JSON…'),
      icon: 'code',
      class: 'secondary',
      onClick: () => onEdit('request'),
    });
    this.#keep = button({
      label: l10n.t('Keep for New Conversations'),
      class: 'secondary',
      onClick: () => void this.#keepSettings(true),
    });
    this.#forget = button({
      label: l10n.t('Forget Kept Settings'),
      class: 'secondary',
      onClick: () => void this.#keepSettings(false),
    });
    this.element = element(
      'aside',
      { class: 'settings', attributes: { id, 'aria-label': l10n.t('Settings') } },
      element(
        'div',
        { class: 'settings-head' },
        element('h2', { text: l10n.t('Settings') }),
        close,
      ),
      element(
        'div',
        { class: 'settings-body' },
        ...this.#sections.map((section) => section.element),
        element(
          'div',
          { class: 'settings-foot' },
          request,
          element('p', {
            class: 'field-note',
            text: l10n.t('Everything that is set, including what has no field here.'),
          }),
          element('div', { class: 'button-row' }, this.#keep, this.#forget),
          this.#keptNote,
        ),
      ),
    );
    // What is clicked next may be made of them, as code or a file.
    this.element.addEventListener('focusout', () => {
      this.#debouncer.flush();
    });
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.stopPropagation();
      options.onClose();
    });
  }

  get valid(): boolean {
    return !this.#fields.some((field) => field.isInvalid);
  }

  focus(): void {
    const fields = this.element.querySelectorAll<HTMLElement>('textarea, input, select, summary');
    [...fields].find((field) => field.offsetParent !== null)?.focus();
  }

  /** Shows the host's settings; of those that the user has changed, what the user made of them. */
  show(panel: PlaygroundState): void {
    const mode = settingsModeOf(panel.mode);
    const isOther = panel.conversation !== this.#panel?.conversation;
    const anew = isOther || mode !== this.#mode;
    const { settings, model, version, unsent } = panel;
    const shown = JSON.stringify([settings, model, version, unsent]);
    // What was changed just before another mode was chosen belongs to the mode before.
    if (anew && !isOther && this.#debouncer.isPending && this.valid) {
      void this.#context.ask('setSettings', this.#edits(settings));
    }
    this.#panel = panel;
    this.#mode = mode;
    this.#functions.show(panel);
    this.#showKept(panel);
    if (anew) this.#debouncer.cancel();
    if (!anew && shown === this.#shown) return;
    this.#shown = shown;
    for (const field of this.#fields) field.show(panel, mode, anew);
    this.#refresh();
  }

  /** Sends what has not been sent yet; answers whether the host has all of it. */
  async flush(): Promise<boolean> {
    this.#debouncer.cancel();
    if (!this.valid || !this.#panel) return false;
    const edited = this.#fields.filter((field) => field.edits > 0);
    if (edited.length === 0) return true;
    const stamps = edited.map((field) => [field, field.edits] as const);
    const edits = stamps.reduce((sum, [, count]) => sum + count, 0);
    if (this.#sending?.edits === edits) return await this.#sending.done;
    const done = this.#context.ask('setSettings', this.#edits(this.#panel.settings));
    const sending = { edits, done };
    this.#sending = sending;
    const isDone = await done;
    if (this.#sending === sending) this.#sending = undefined;
    // Those of a failed call are sent again with the next edit or message.
    if (isDone) for (const [field, count] of stamps) field.saved(count);
    return isDone;
  }

  #edits(settings: PlaygroundSettings): PlaygroundSettings {
    return this.#fields.reduce((value, field) => field.applied(value, this.#mode), settings);
  }

  /** Opens a part in an editor, with everything that stands here. */
  async #edit(part: RequestPart): Promise<void> {
    await this.flush();
    await this.#context.ask('editPart', { part });
  }

  /** What is being typed is kept too. */
  async #keepSettings(keep: boolean): Promise<void> {
    await this.flush();
    await this.#context.ask('keepSettings', { keep });
    const shown = keep ? this.#forget : this.#keep;
    if (!shown.hidden) shown.focus();
  }

  #showKept({ kept, settings }: PlaygroundState): void {
    this.#keep.hidden = kept === 'these' || Object.keys(settings).length === 0;
    this.#forget.hidden = kept === undefined;
    const note =
      kept === 'these'
        ? l10n.t('New conversations begin with these settings.')
        : kept === 'others'
          ? l10n.t('New conversations begin with other settings that you kept.')
          : l10n.t('New conversations begin with none of these settings unless you keep them.');
    setText(this.#keptNote, note);
  }

  #toggled(section: SectionId, isOpen: boolean): void {
    const others = this.#open.filter((id) => id !== section);
    if (isOpen === others.length < this.#open.length) return;
    this.#open = isOpen ? [...others, section] : others;
    this.#options.onSections(this.#open);
  }

  #edited(): void {
    this.#debouncer.trigger();
    this.#refresh();
  }

  #refresh(): void {
    for (const section of this.#sections) section.refresh();
    this.#options.onChange();
  }
}

const SECTION_TITLES: { readonly [S in SectionId]?: () => string } = {
  sampling: () => l10n.t('Sampling'),
  output: () => l10n.t('Output'),
  media: () => l10n.t('Images and speech'),
  thinking: () => l10n.t('Thinking'),
  safety: () => l10n.t('Safety'),
  tools: () => l10n.t('Tools'),
};

/** Settings that stand together: under a head that opens and closes them, and says how many are set. */
class Section {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #fields: readonly RowField[];
  readonly #badge = element('span', { class: 'section-badge' });

  constructor(
    context: PanelContext,
    id: SectionId,
    fields: readonly RowField[],
    isOpen: boolean,
    onToggle: (isOpen: boolean) => void,
  ) {
    this.#context = context;
    this.#fields = fields;
    const body = element(
      'div',
      { class: 'section-body' },
      ...fields.map((field) => field.view.element),
    );
    const title = SECTION_TITLES[id];
    if (title === undefined) {
      this.element = body;
      return;
    }
    const name = element('span', { class: 'section-name', text: title() });
    const head = element('summary', {}, icon('chevron-right'), name, this.#badge);
    const details = element('details', { class: 'section' }, head, body);
    details.open = isOpen;
    details.addEventListener('toggle', () => onToggle(details.open));
    this.element = details;
  }

  /** Says what is set and what is wrong; there is none of it where none of its fields is shown. */
  refresh(): void {
    const { format } = this.#context;
    const shown = this.#fields.filter((field) => field.isShown);
    const set = shown.filter((field) => field.isSet).length;
    const isInvalid = shown.some((field) => field.isInvalid);
    this.element.hidden = shown.length === 0;
    this.#badge.classList.toggle('invalid', isInvalid);
    const count = set === 0 ? '' : l10n.t('{0} set', format.count(set));
    setText(this.#badge, isInvalid ? l10n.t('invalid') : count);
  }
}
