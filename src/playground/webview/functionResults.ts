import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { isObject } from '../../base/json';
import { MODES } from '../modes';
import type { PlaygroundState } from '../protocol';
import { mockResult } from '../tools';
import { type FunctionCall, MAX_AUTOMATIC_ROUNDS, openCalls, roundsInARow } from '../turns';
import type { Area, ComposerAccess, PanelContext } from './context';
import { button } from './controls';
import { element, setAttribute, setText } from './dom';
import { AutomaticRow } from './functionsField';
import { revealedText } from './pieces';
import type { UnsavedResult } from './unsavedEdits';

/** Calls that are about to be answered by themselves show nothing for so long. */
const AUTOMATIC_MS = 500;

/** What a function that was not run answers; in English, for the model. */
const DECLINED = { error: 'The user declined to run this function.' };

/** The results that the model waits for, each with a field of its own. */
export class ResultsArea implements Area {
  readonly element = element('section', { class: 'results' });
  readonly #context: PanelContext;
  readonly #composer: ComposerAccess;
  readonly #automatic: AutomaticRow;
  #fields: readonly ResultField[] = [];
  /** The turn and the calls that are asked for; empty where nothing is. */
  #key = '';
  #turn = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #holds = false;
  #isSending = false;

  constructor(context: PanelContext, composer: ComposerAccess) {
    this.#context = context;
    this.#composer = composer;
    this.#automatic = new AutomaticRow(context);
    this.element.hidden = true;
  }

  /** A chat can't go on without them; a single prompt is sent alone anyway. */
  get blockedBecause(): string | undefined {
    return this.#holds
      ? l10n.t('The model waits for results of its functions. Send them first, or decline.')
      : undefined;
  }

  show(panel: PlaygroundState): void {
    clearTimeout(this.#timer);
    const calls =
      MODES[panel.mode].isChat && panel.streaming === undefined ? openCalls(panel.turns) : [];
    this.#holds = calls.length > 0 && panel.mode === 'chat';
    this.#automatic.show(panel);
    if (calls.length === 0) {
      this.#key = '';
      this.element.hidden = true;
      this.#fields = [];
      this.element.replaceChildren();
      return;
    }
    this.#turn = panel.turns.at(-1)?.id ?? '';
    const rounds = roundsInARow(panel.turns);
    const key = JSON.stringify([panel.conversation, this.#turn, calls.map(({ name }) => name)]);
    if (key !== this.#key) this.#build(calls, panel, rounds);
    this.#key = key;
    if (!this.element.hidden || !isAutomatic(calls, panel)) this.element.hidden = false;
    else this.#timer = setTimeout(() => (this.element.hidden = false), AUTOMATIC_MS);
  }

  #build(calls: readonly FunctionCall[], panel: PlaygroundState, rounds: number): void {
    const { format, unsavedEdits } = this.#context;
    const { settings } = panel;
    this.#fields = calls.map((call, index) => {
      const field = { turn: this.#turn, call: `${index} ${call.name ?? ''}` };
      return new ResultField({
        call,
        mock: mockResult(settings, call.name),
        begun: unsavedEdits?.result(field.turn, field.call),
        onSend: () => void this.#send(),
        onWritten: (written) => {
          if (written) unsavedEdits?.put({ ...field, ...written });
          else unsavedEdits?.drop(field);
        },
      });
    });
    const [only] = calls;
    const isOne = calls.length === 1;
    const asked = isOne
      ? l10n.t('The model asks for a result of {0}.', revealedText(only?.name ?? ''))
      : l10n.t('The model asks for {0} results.', format.count(calls.length));
    const isCapped = isAutomatic(calls, panel) && rounds >= MAX_AUTOMATIC_ROUNDS;
    const send = button({
      label: isOne ? l10n.t('Send Result') : l10n.t('Send Results'),
      class: 'primary',
      onClick: () => void this.#send(),
    });
    const decline = button({
      label: l10n.t('Decline'),
      class: 'secondary',
      onClick: () => void this.#sendAll(calls.map(() => ({ response: DECLINED, keep: false }))),
    });
    decline.title = l10n.t('Tells the model that its functions were not run');
    this.element.setAttribute('aria-label', asked);
    this.element.hidden = true;
    this.element.replaceChildren(
      element('p', { class: 'results-title', text: asked }),
      ...(isCapped
        ? [
            element('p', {
              class: 'note',
              text: l10n.t(
                'Results were sent {0} times in a row, so the next ones are not sent by themselves. Send them to go on.',
                format.count(rounds),
              ),
            }),
          ]
        : []),
      element('div', { class: 'result-fields' }, ...this.#fields.map((field) => field.element)),
      element(
        'div',
        { class: 'results-foot' },
        element('div', { class: 'button-row' }, send, decline),
        this.#automatic.element,
      ),
    );
  }

  async #send(): Promise<void> {
    const read = this.#fields.map((field) => ({ field, response: field.read() }));
    const wrong = read.find(({ response }) => response === undefined);
    if (wrong) wrong.field.focus();
    else {
      await this.#sendAll(read.map(({ field, response = {} }) => ({ response, keep: field.keep })));
    }
  }

  async #sendAll(
    results: readonly { readonly response: JsonObject; readonly keep: boolean }[],
  ): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const hadFocus = this.element.contains(document.activeElement);
    const turn = this.#turn;
    const isSent = await this.#context.ask('sendResults', { turn, results });
    this.#isSending = false;
    if (isSent) this.#context.unsavedEdits?.dropResults(turn);
    if (isSent && hadFocus) this.#composer.fill(this.#composer.message());
  }
}

/** Whether they are sent without the user. */
function isAutomatic(calls: readonly FunctionCall[], { settings }: PlaygroundState): boolean {
  const hasAll = calls.every(({ name }) => mockResult(settings, name) !== undefined);
  return settings.autoRespond === true && hasAll;
}

/** A page has several, also of several columns of a comparison. */
let fieldCount = 0;

/** What was typed, and whether it is to be the mock result from now on. */
type Written = Pick<UnsavedResult, 'text' | 'keep'>;

export interface ResultFieldOptions {
  readonly call: FunctionCall;
  /** What it begins with. */
  readonly mock: JsonObject | undefined;
  /** What was typed before, which it begins with instead. */
  readonly begun: Written | undefined;
  /** Called for Ctrl+Enter. */
  readonly onSend: () => void;
  /** Called after each change; with nothing where all is as it began. */
  readonly onWritten: (written: Written | undefined) => void;
}

/** The result of one call, as the user types it. */
class ResultField {
  readonly element: HTMLElement;
  readonly #input: HTMLTextAreaElement;
  readonly #error: HTMLElement;
  readonly #keep = element('input', { attributes: { type: 'checkbox' } });

  constructor(options: ResultFieldOptions) {
    const { name = '' } = options.call;
    const { mock, begun, onSend, onWritten } = options;
    const shown = revealedText(name);
    const key = `result-${++fieldCount}`;
    this.#error = element('p', { class: 'field-error', attributes: { id: `${key}-error` } });
    this.#error.hidden = true;
    this.#input = element('textarea', {
      class: 'growing code',
      attributes: {
        id: key,
        rows: '2',
        spellcheck: 'false',
        placeholder: l10n.t('Text, or JSON such as {"degrees": 21}'),
      },
    });
    const first = mock ? JSON.stringify(mock, undefined, 2) : '';
    this.#input.value = begun?.text ?? first;
    this.#keep.checked = begun?.keep ?? false;
    const written = (): void => {
      const { value: text } = this.#input;
      onWritten(text === first && !this.keep ? undefined : { text, keep: this.keep });
    };
    this.#input.addEventListener('input', () => {
      this.#show(undefined);
      written();
    });
    this.#keep.addEventListener('change', written);
    this.#input.addEventListener('change', () => {
      if (this.#input.value.trim() !== '') this.read();
    });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onSend();
    });
    this.#keep.id = `${key}-keep`;
    const label = element('label', { text: l10n.t('Result of {0}', shown) });
    label.htmlFor = key;
    const keepLabel = element('label', { text: l10n.t('Save as the result of {0}', shown) });
    keepLabel.htmlFor = this.#keep.id;
    this.element = element(
      'div',
      { class: 'field' },
      element('div', { class: 'field-head' }, label),
      this.#input,
      this.#error,
      element('div', { class: 'check-row' }, this.#keep, keepLabel),
    );
  }

  get keep(): boolean {
    return this.#keep.checked;
  }

  /** The result; undefined, and said at the field, where it is none. */
  read(): JsonObject | undefined {
    const parsed = parseResult(this.#input.value);
    this.#show('error' in parsed ? parsed.error : undefined);
    return 'error' in parsed ? undefined : parsed.value;
  }

  focus(): void {
    this.#input.focus();
  }

  #show(error: string | undefined): void {
    setText(this.#error, error ?? '');
    this.#error.hidden = error === undefined;
    setAttribute(this.#input, 'aria-invalid', error === undefined ? undefined : 'true');
    setAttribute(this.#input, 'aria-describedby', error === undefined ? undefined : this.#error.id);
  }
}

/**
 * A typed result as the JSON object that the service takes: what is no object stands in one, as `result`. What begins
 * as an object or a list and is none is said to be wrong, as a sentence.
 */
export function parseResult(
  typed: string,
): { readonly value: JsonObject } | { readonly error: string } {
  const text = typed.trim();
  if (text === '')
    return { error: l10n.t('Enter the result: a text, or JSON such as {"degrees": 21}.') };
  try {
    const value = JSON.parse(text) as JsonObject[string];
    return { value: isObject(value) ? value : { result: value } };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (!/^[{[]/.test(text)) return { value: { result: typed } };
    return { error: l10n.t('This is not JSON: {0}', error.message) };
  }
}
