import type { JsonObject } from '../../../api/schema/row';
import { type FunctionCall, MAX_AUTOMATIC_ROUNDS, openCalls, roundsInARow } from '../../turns';
import type { PlaygroundState } from '../../protocol';
import { mockResult } from '../../tools';
import type { Area, ComposerAccess } from '../areas';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element } from '../element';
import { fill } from '../fill';
import { revealedText } from '../markdown/reveal';
import { AutomaticRow } from './automaticRow';
import { ResultField } from './resultField';

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
  get obstacle(): string | undefined {
    return this.#holds ? this.#context.strings.awaitedFirst : undefined;
  }

  show(panel: PlaygroundState): void {
    clearTimeout(this.#timer);
    const isChat = panel.mode === 'chat' || panel.mode === 'prompt';
    const calls = isChat && panel.streaming === undefined ? openCalls(panel.turns) : [];
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
    const { strings, format, begun } = this.#context;
    const { settings } = panel;
    this.#fields = calls.map((call, index) => {
      const field = { turn: this.#turn, call: `${index} ${call.name ?? ''}` };
      return new ResultField(this.#context, {
        call,
        usual: mockResult(settings, call.name),
        begun: begun?.result(field.turn, field.call),
        onSend: () => void this.#send(),
        onWritten: (written) => {
          if (written) begun?.put({ ...field, ...written });
          else begun?.drop(field);
        },
      });
    });
    const [only] = calls;
    const isOne = calls.length === 1;
    const asked = isOne
      ? fill(strings.awaitedOne, revealedText(only?.name ?? ''))
      : fill(strings.awaitedMany, format.count(calls.length));
    const isCapped = isAutomatic(calls, panel) && rounds >= MAX_AUTOMATIC_ROUNDS;
    const send = button({
      label: isOne ? strings.sendResult : strings.sendResults,
      class: 'primary',
      onClick: () => void this.#send(),
    });
    const decline = button({
      label: strings.decline,
      class: 'secondary',
      onClick: () => void this.#sendAll(calls.map(() => ({ response: DECLINED, keep: false }))),
    });
    decline.title = strings.declineHint;
    this.element.setAttribute('aria-label', asked);
    this.element.hidden = true;
    this.element.replaceChildren(
      element('p', { class: 'results-title', text: asked }),
      ...(isCapped
        ? [element('p', { class: 'note', text: fill(strings.manyRounds, format.count(rounds)) })]
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
    if (isSent) this.#context.begun?.dropResults(turn);
    if (isSent && hadFocus) this.#composer.fill(this.#composer.message());
  }
}

/** Whether nobody has to send them. */
function isAutomatic(calls: readonly FunctionCall[], { settings }: PlaygroundState): boolean {
  const hasAll = calls.every(({ name }) => mockResult(settings, name) !== undefined);
  return settings.autoRespond === true && hasAll;
}
