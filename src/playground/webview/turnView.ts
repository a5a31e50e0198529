import * as l10n from '@vscode/l10n';
import type { ModelTurn, Turn } from '../conversation';
import type { PartsDelta, Waiting } from '../protocol';
import { responseFormat } from '../tools';
import type { PanelContext, TurnPlace, TurnSection } from './context';
import { element, setText } from './dom';
import { candidateSwitch, editedMark } from './editHistory';
import { embeddingView } from './embeddings/embeddingView';
import { revealedText } from './pieces';
import { segments } from './segments';
import { MarkedSegments } from './sources';
import { answerableView, sourcesView } from './sourcesView';
import { schemaProblems } from './structured';
import { turnActions, turnActionsKey } from './turnActions';
import { TurnBody } from './turnBody';
import { TurnEditing } from './turnEditing';
import type { EditRequest } from './unsavedEdits';
import { verdictView } from './verdictLine';
import { WaitLine } from './waitLine';

/** What stands below an answer, from top to bottom; its verdict comes last. */
const SECTIONS: readonly TurnSection[] = [
  embeddingView,
  answerableView,
  schemaProblems,
  sourcesView,
  editedMark,
  candidateSwitch,
];

/** One turn: who speaks, what is said, and under an answer how it ended. */
export class TurnView {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #body: TurnBody;
  readonly #marked = new MarkedSegments();
  readonly #name = element('span', { class: 'speaker' });
  readonly #waiting: WaitLine;
  readonly #actions = element('div', { class: 'turn-actions' });
  readonly #editing: TurnEditing;
  /** Absent until it is shown the first time. */
  #place: TurnPlace | undefined;
  /** The turn that is laid out; absent until it is. */
  #shown: Turn | undefined;
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
    this.#editing = new TurnEditing(context, this.element, this.#body.element);
  }

  /** Says who speaks. The rest comes with `build`, and from then on at once. */
  show(turn: Turn, place: TurnPlace): void {
    const before = this.#place;
    this.#turn = turn;
    this.#place = place;
    if (!before || !isAt(before, place)) this.#showPlace(place);
    if (!this.#shown) return;
    const isSame = turn === this.#shown && before?.streaming === place.streaming && !expires(turn);
    if (!isSame) this.#showBody(turn, place);
    this.#showEdges(turn, place);
  }

  /** Lays out what is said, where that was not done yet. */
  build(): void {
    if (this.#shown || !this.#place) return;
    this.#showBody(this.#turn, this.#place);
    this.#showEdges(this.#turn, this.#place);
  }

  /** Lets the user change the text, or write a message beside it. */
  edit(request: EditRequest): void {
    this.build();
    this.#editing.open(this.#turn, request);
  }

  /** Opens the field again in which something was being written. */
  restore(): void {
    const begun = this.#context.unsavedEdits?.edit(this.#turn.id);
    if (!begun) return;
    this.build();
    this.#editing.open(this.#turn, begun, begun.text);
  }

  #showPlace(place: TurnPlace): void {
    const { format } = this.#context;
    const speaker = revealedText(place.speaker);
    setText(this.#name, speaker);
    this.element.setAttribute(
      'aria-label',
      l10n.t(
        '{0}, message {1} of {2}',
        speaker,
        format.count(place.index + 1),
        format.count(place.count),
      ),
    );
  }

  #showBody(turn: Turn, place: TurnPlace): void {
    this.#shown = turn;
    const isJson = turn.role === 'model' && responseFormat(turn.sent)?.isEnum === false;
    this.#body.show(
      turn.role === 'user'
        ? segments(turn.content.parts ?? [], { ...turn, now: Date.now() })
        : isJson
          ? segments(turn.content.parts ?? [])
          : this.#marked.of(turn),
      isJson,
    );
    // What took the place of another text has ended too.
    if (!place.streaming) this.#body.end();
  }

  /** What depends on the place: the buttons, how it ended, and what it waits for. */
  #showEdges(turn: Turn, place: TurnPlace): void {
    this.#showActions(place);
    if (turn.role === 'model') this.#showEnd(turn, place);
    const isAwaited = place.streaming && !this.#body.element.hasChildNodes();
    const isStalled = place.streaming && place.isStalled === true;
    this.#wait(isAwaited || isStalled || place.waiting !== undefined, place.waiting, isStalled);
  }

  append(delta: PartsDelta): void {
    this.build();
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
    this.#shown = turn;
  }

  #showEnd(turn: ModelTurn, place: TurnPlace): void {
    this.#ended = !place.streaming;
    const isLast = place.index === place.count - 1 && place.idle;
    if (turn === this.#footOf && isLast === this.#footIsLast) return;
    this.#footOf = turn;
    this.#footIsLast = isLast;
    const { outcome } = turn;
    const foot = outcome || turn.edited ? element('div', { class: 'turn-foot' }) : undefined;
    const sections = SECTIONS.map((section) => section(turn, place, this.#context));
    foot?.append(...sections.filter((view) => view !== undefined));
    if (outcome) foot?.append(verdictView(turn, outcome, isLast, this.#context));
    this.#replaceFoot(foot);
  }

  /** The focus stays on the button that was pressed, although that is another one now. */
  #replaceFoot(foot: HTMLElement | undefined): void {
    const before = this.#foot;
    const focused = before?.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-focus')
      : null;
    if (foot && before) before.replaceWith(foot);
    else if (foot) this.#body.element.after(foot);
    else before?.remove();
    this.#foot = foot;
    if (focused) foot?.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  #wait(isAwaited: boolean, waiting?: Waiting, isStalled?: boolean): void {
    const { element } = this.#waiting;
    if (isAwaited) {
      this.#waiting.show(waiting, isStalled);
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

function isAt(one: TurnPlace, other: TurnPlace): boolean {
  return one.index === other.index && one.count === other.count && one.speaker === other.speaker;
}

/** Whether it may look different by now although nothing in it changed. */
function expires(turn: Turn): boolean {
  return turn.role === 'user' && (turn.attached?.some(({ expiresAt }) => expiresAt) ?? false);
}
