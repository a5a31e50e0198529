import type { ModelTurn, Outcome, Turn } from '../conversation';
import type { PartsDelta, Waiting } from '../protocol';
import type { PanelContext } from './context';
import { element, setText } from './element';
import { revealedText } from './markdown/reveal';
import { segments } from './segments';
import { fill } from './fill';
import { turnActions, turnActionsKey } from './turnActions';
import { TurnBody } from './turnBody';
import { turnSections } from './turnSections';
import { verdictView } from './verdictLine';
import { WaitLine } from './waitLine';

/** Where a turn stands in the conversation. */
export interface TurnPlace {
  readonly index: number;
  readonly count: number;
  readonly streaming: boolean;
  /** While it streams and nothing new of it is there, because the request failed and is sent again. */
  readonly waiting?: Waiting | undefined;
  /** Nothing streams, so the last answer can be asked for again. */
  readonly idle: boolean;
  /** Display name of the model that answered. */
  readonly speaker: string;
}

/** One turn: who speaks, what is said, and under an answer how it ended. */
export class TurnView {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #body: TurnBody;
  readonly #name = element('span', { class: 'speaker' });
  readonly #waiting: WaitLine;
  readonly #actions = element('div', { class: 'turn-actions' });
  #turn: Turn;
  #foot: HTMLElement | undefined;
  /** The turn that the foot was made of. */
  #footOf: ModelTurn | undefined;
  #footIsLast = false;
  #actionKey = '';
  #ended = false;

  constructor(context: PanelContext, turn: Turn) {
    this.#context = context;
    this.#turn = turn;
    this.#body = new TurnBody(context, turn.role);
    this.#waiting = new WaitLine(context);
    const head = element('div', { class: 'turn-head' }, this.#name, this.#actions);
    this.element = element(
      'article',
      {
        class: `turn ${turn.role}`,
        attributes: { role: 'article', tabindex: '-1', 'data-turn': turn.id },
      },
      head,
      this.#body.element,
    );
  }

  show(turn: Turn, place: TurnPlace): void {
    const { strings, format } = this.#context;
    this.#turn = turn;
    const speaker = revealedText(place.speaker);
    setText(this.#name, speaker);
    this.element.setAttribute(
      'aria-label',
      fill(strings.turnLabel, speaker, format.count(place.index + 1), format.count(place.count)),
    );
    const known = turn.role === 'user' ? { ...turn, now: Date.now() } : undefined;
    this.#body.show(segments(turn.content.parts ?? [], known));
    this.#showActions(place);
    if (turn.role === 'model') this.#showEnd(turn, place);
    const isAwaited = place.streaming && !this.#body.element.hasChildNodes();
    this.#wait(isAwaited || place.waiting !== undefined, place.waiting);
  }

  append(delta: PartsDelta): void {
    if (this.#ended) return;
    this.#wait(false);
    for (const { text, thought } of delta.pieces) {
      this.#body.append(thought ? 'thought' : 'answer', text);
    }
  }

  dispose(): void {
    this.#waiting.stop();
    this.element.remove();
  }

  /** The turn as it is known now; deltas change the text after it was shown. */
  update(turn: Turn): void {
    this.#turn = turn;
  }

  #showEnd(turn: ModelTurn, place: TurnPlace): void {
    if (!place.streaming && !this.#ended) this.#body.end();
    this.#ended = !place.streaming;
    const isLast = place.index === place.count - 1 && place.idle;
    if (turn === this.#footOf && isLast === this.#footIsLast) return;
    this.#footOf = turn;
    this.#footIsLast = isLast;
    const foot = turn.outcome && this.#createFoot(turn, turn.outcome, place, isLast);
    if (foot && this.#foot) this.#foot.replaceWith(foot);
    else if (foot) this.element.append(foot);
    else this.#foot?.remove();
    this.#foot = foot;
  }

  #createFoot(turn: ModelTurn, outcome: Outcome, place: TurnPlace, isLast: boolean): HTMLElement {
    const foot = element('div', { class: 'turn-foot' });
    foot.append(...turnSections(turn, place, this.#context));
    foot.append(verdictView(turn, outcome, isLast, this.#context));
    return foot;
  }

  #wait(isAwaited: boolean, waiting?: Waiting): void {
    const { element } = this.#waiting;
    if (isAwaited) {
      this.#waiting.show(waiting);
      if (!element.isConnected) this.#body.element.after(element);
    } else if (element.isConnected) {
      this.#waiting.stop();
      element.remove();
    }
  }

  #showActions(place: TurnPlace): void {
    const key = turnActionsKey(this.#turn, place);
    if (key === this.#actionKey) return;
    this.#actionKey = key;
    this.#actions.replaceChildren(...turnActions(() => this.#turn, place, this.#context));
  }
}
