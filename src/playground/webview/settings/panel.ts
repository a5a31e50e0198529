import type { PlaygroundSettings } from '../../conversation';
import type { PlaygroundState } from '../../protocol';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element } from '../element';
import { isComposing } from '../ime';
import { fill } from '../fill';
import { MAX_STOP_LENGTH, formatStops, NUMBER_ROWS, parseStops, tidy } from './fields';
import { NumberField } from './numberField';
import { TextField } from './textField';

/** How long after the last keystroke settings are sent. */
const DEBOUNCE_MS = 250;

/** The settings at the side. What is invalid is said at the field and not sent. */
export class SettingsPanel {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #onChange: () => void;
  readonly #instruction: TextField;
  readonly #numbers: readonly NumberField[];
  readonly #stops: TextField;
  readonly #thoughts: HTMLInputElement;
  readonly #thoughtsRow: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<boolean> | undefined;
  #conversation: string | undefined;
  /** The settings that the host has, as text. */
  #known = '';

  constructor(context: PanelContext, id: string, onClose: () => void, onChange: () => void) {
    const { strings } = context;
    this.#context = context;
    this.#onChange = onChange;
    const changed = (): void => this.#edited();
    this.#instruction = new TextField(context, {
      key: 'systemInstruction',
      name: strings.systemInstruction,
      note: strings.systemInstructionHint,
      placeholder: strings.systemInstructionPlaceholder,
      rows: 3,
      onChange: changed,
    });
    this.#numbers = NUMBER_ROWS.map((row) => new NumberField(context, row, changed));
    this.#stops = new TextField(context, {
      key: 'stopSequences',
      name: strings.stopSequences,
      note: strings.stopSequencesHint,
      rows: 2,
      code: true,
      check: (typed) => this.#stopsError(typed),
      onChange: changed,
    });
    this.#thoughts = element('input', { attributes: { type: 'checkbox', id: `${id}-thoughts` } });
    this.#thoughts.addEventListener('change', changed);
    const label = element('label', { text: strings.includeThoughts });
    label.htmlFor = this.#thoughts.id;
    this.#thoughtsRow = element(
      'div',
      { class: 'field' },
      element('div', { class: 'check-row' }, this.#thoughts, label),
      element('p', { class: 'field-note', text: strings.includeThoughtsHint }),
    );
    const close = button({
      label: strings.hideSettings,
      icon: 'close',
      bare: true,
      onClick: onClose,
    });
    this.element = element(
      'aside',
      { class: 'settings', attributes: { id, 'aria-label': strings.settings } },
      element('div', { class: 'settings-head' }, element('h2', { text: strings.settings }), close),
      element(
        'div',
        { class: 'settings-body' },
        this.#instruction.element,
        ...this.#numbers.map((field) => field.element),
        this.#stops.element,
        this.#thoughtsRow,
      ),
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.stopPropagation();
      onClose();
    });
  }

  get valid(): boolean {
    return this.#read() !== undefined;
  }

  focus(): void {
    this.element.querySelector('textarea')?.focus();
  }

  /** Shows the host's settings, unless the user's own edits are on their way there. */
  show(panel: PlaygroundState): void {
    const other = panel.conversation !== this.#conversation;
    this.#conversation = panel.conversation;
    const text = JSON.stringify(tidy(panel.settings));
    if (other || (text !== this.#known && !this.#pending)) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#known = text;
      this.#write(panel.settings);
    }
    for (const field of this.#numbers) field.showModel(panel.model);
    this.#thoughtsRow.hidden =
      !panel.model?.thinking && panel.settings.includeThoughts === undefined;
    this.#onChange();
  }

  /** Sends what has not been sent yet; answers whether the host has all of it. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const settings = this.#read();
    if (!settings) return false;
    const text = JSON.stringify(settings);
    if (text === this.#known) return (await this.#sending) ?? true;
    this.#known = text;
    const sending = this.#context.ask('setSettings', settings);
    this.#sending = sending;
    const done = await sending;
    // A failed one is tried again with the next edit or message.
    if (!done && this.#known === text) this.#known = '';
    if (this.#sending === sending) this.#sending = undefined;
    return done;
  }

  get #pending(): boolean {
    return this.#timer !== undefined || this.#sending !== undefined || !this.valid;
  }

  #edited(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), DEBOUNCE_MS);
    this.#onChange();
  }

  #write(settings: PlaygroundSettings): void {
    this.#instruction.value = settings.systemInstruction ?? '';
    for (const field of this.#numbers) field.set(settings[field.row.key]);
    this.#stops.value = formatStops(settings.stopSequences);
    this.#thoughts.checked = settings.includeThoughts ?? false;
  }

  /** The settings as they stand in the fields; undefined while one is invalid. */
  #read(): PlaygroundSettings | undefined {
    const stops = parseStops(this.#stops.value);
    const numbers = this.#numbers.map((field) => [field.row.key, field.parsed] as const);
    if ('error' in stops || numbers.some(([, parsed]) => 'error' in parsed)) return undefined;
    const values = numbers.flatMap(([key, parsed]) =>
      'error' in parsed || parsed.value === undefined ? [] : [[key, parsed.value] as const],
    );
    return tidy({
      systemInstruction: this.#instruction.value,
      ...Object.fromEntries(values),
      ...(stops.value && { stopSequences: stops.value }),
      ...(this.#thoughts.checked && { includeThoughts: true }),
    });
  }

  #stopsError(typed: string): string | undefined {
    const parsed = parseStops(typed);
    if (!('error' in parsed)) return undefined;
    const { strings, format } = this.#context;
    const number = parsed.error === 'stopTooLong' ? MAX_STOP_LENGTH : parsed.count;
    return fill(strings[parsed.error], format.count(number));
  }
}
