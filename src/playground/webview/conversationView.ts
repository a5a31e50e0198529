import * as l10n from '@vscode/l10n';
import { MODES } from '../modes';
import type { PartsDelta, PlaygroundState } from '../protocol';
import type { PanelContext, TurnPlace } from './context';
import { button } from './controls';
import { element } from './dom';
import { fixButtons } from './failures';
import { revealedText } from './pieces';
import { LazyTurns, StickyScroll } from './scrolling';
import { TurnView } from './turnView';
import type { EditRequest } from './unsavedEdits';

/** Where the reader is: at the end, or so many pixels below the top of a turn. */
export type ReadingPlace = 'end' | { readonly turn: string; readonly offset: number };

/** So many turns are laid out at once, the last ones; they fill any window. */
const AT_ONCE = 16;

/** The conversation in the middle of the panel. */
export class ConversationView {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #scroller: HTMLElement;
  readonly #list = element('div', { class: 'turns' });
  readonly #sticky: StickyScroll;
  readonly #groups = new TurnGroups(this.#list);
  readonly #lazy: LazyTurns;
  readonly #turns = new Map<string, TurnView>();
  readonly #onStarter: (text: string) => void;
  #emptyKey = '';
  #conversation = '';

  /**
   * @param onStarter takes the starter prompt that was chosen
   * @param onArrived is called where the way to the end leaves the focus nowhere
   */
  constructor(context: PanelContext, onStarter: (text: string) => void, onArrived: () => void) {
    this.#context = context;
    this.#onStarter = onStarter;
    this.#scroller = element(
      'main',
      {
        class: 'conversation',
        attributes: { 'aria-label': l10n.t('Conversation'), tabindex: '-1' },
      },
      this.#list,
    );
    const jump = button({
      label: l10n.t('Jump to Latest'),
      icon: 'arrow-down',
      class: 'jump',
      onClick: () => this.toEnd(),
    });
    jump.hidden = true;
    this.#sticky = new StickyScroll(this.#scroller, this.#list, (following) => {
      const focused = jump === document.activeElement;
      jump.hidden = following;
      if (following && focused) onArrived();
    });
    this.#lazy = new LazyTurns(this.#scroller, () => !context.frames.idle);
    this.#list.addEventListener('click', (event) => this.#openLink(event));
    this.#list.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#openLink(event);
    });
    this.element = element('div', { class: 'conversation-frame' }, this.#scroller, jump);
  }

  show(panel: PlaygroundState): void {
    if (panel.conversation !== this.#conversation) {
      this.#conversation = panel.conversation;
      this.#sticky.toEnd();
    }
    this.#list.classList.toggle('empty', panel.turns.length === 0);
    if (panel.turns.length === 0) {
      this.#showEmpty(panel);
      return;
    }
    this.#emptyKey = '';
    this.#list.querySelector(':scope > .empty-state')?.remove();
    const gone = new Set(this.#turns.keys());
    const added: TurnView[] = [];
    for (const turn of panel.turns) {
      gone.delete(turn.id);
      if (this.#turns.has(turn.id)) continue;
      const view = new TurnView(this.#context, turn);
      this.#turns.set(turn.id, view);
      added.push(view);
    }
    for (const id of gone) this.#drop(id);
    this.#order(panel);
    for (const [index, turn] of panel.turns.entries()) {
      this.#turns.get(turn.id)?.show(turn, this.#placeOf(panel, index));
    }
    for (const view of added.slice(0, -AT_ONCE)) this.#lazy.add(view);
    // The last first: that is where the reader is.
    for (const view of added.slice(-AT_ONCE).reverse()) view.build();
    for (const view of added) view.restore();
    this.#sticky.keep();
  }

  /** Lets the user change the text of a turn, or write a message beside it. A turn that is gone has none. */
  edit(request: EditRequest): void {
    this.#turns.get(request.turn)?.edit(request);
  }

  append(delta: PartsDelta, panel: PlaygroundState): void {
    const view = this.#turns.get(delta.turn);
    const turn = panel.turns.findLast(({ id }) => id === delta.turn);
    if (!view || !turn) return;
    view.update(turn);
    view.append(delta);
  }

  /** Called once per frame, after text was laid out. */
  afterFrame(): void {
    this.#sticky.keep();
  }

  toEnd(): void {
    this.#sticky.toEnd();
  }

  focusLast(): boolean {
    const { last } = this.#groups;
    last?.focus();
    return last !== undefined;
  }

  get place(): ReadingPlace {
    if (this.#sticky.following) return 'end';
    const top = this.#scroller.getBoundingClientRect().top;
    const first = this.#groups.firstBelow(top);
    const turn = first?.getAttribute('data-turn');
    if (!first || !turn) return 'end';
    return { turn, offset: Math.round(top - first.getBoundingClientRect().top) };
  }

  set place(place: ReadingPlace) {
    const view = place === 'end' ? undefined : this.#turns.get(place.turn);
    if (place === 'end' || !view) return;
    view.build();
    // Turns above it are laid out later, and change their heights.
    this.#sticky.holdAt(() => {
      const { top } = this.#scroller.getBoundingClientRect();
      this.#scroller.scrollTop += view.element.getBoundingClientRect().top - top + place.offset;
      return this.#lazy.isDone || !view.element.isConnected;
    });
  }

  #order({ turns }: PlaygroundState): void {
    const views = turns.map(({ id }) => this.#turns.get(id)?.element);
    this.#groups.order(views.filter((view) => view !== undefined));
  }

  #placeOf(panel: PlaygroundState, index: number): TurnPlace {
    const turn = panel.turns[index];
    const idle = panel.streaming === undefined;
    const count = panel.turns.length;
    const streaming = !idle && turn?.id === panel.streaming;
    const waiting = streaming ? panel.waiting : undefined;
    if (turn?.role !== 'model') {
      const speaker = turn?.automatic ? l10n.t('Functions') : (turn?.author ?? l10n.t('You'));
      return { index, count, idle, streaming, speaker };
    }
    const now = panel.model?.name === turn.model ? panel.model.displayName : '';
    const id = turn.model.replace(/^(models|tunedModels)\//, '');
    const speaker = [now, turn.modelName, id].find(Boolean) ?? l10n.t('Model');
    const { isStalled } = panel;
    const asked = panel.turns[index - 1];
    return { index, count, idle, streaming, waiting, isStalled, speaker, asked };
  }

  #drop(id: string): void {
    const view = this.#turns.get(id);
    if (view) this.#lazy.delete(view);
    view?.dispose();
    this.#turns.delete(id);
  }

  #showEmpty(panel: PlaygroundState): void {
    const { connection, kept, mode, model } = panel;
    const key = JSON.stringify([connection, kept, mode, model?.displayName]);
    if (key === this.#emptyKey) return;
    this.#emptyKey = key;
    for (const id of [...this.#turns.keys()]) this.#drop(id);
    this.#list.replaceChildren(emptyView(panel, this.#context, this.#onStarter));
  }

  #openLink(event: Event): void {
    const target = event.target instanceof Element ? event.target.closest('[data-href]') : null;
    const href = target?.getAttribute('data-href');
    if (!href) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#context.ask('openLink', { href });
  }
}

/** What stands where no conversation is yet: what one is connected to, and ways to begin. */
function emptyView(
  panel: PlaygroundState,
  context: PanelContext,
  onStarter: (text: string) => void,
): HTMLElement {
  const result = element('section', { class: 'empty-state' });
  if (!panel.connection) {
    const row = fixButtons(['addApiKey', 'startEmulator'], '', context);
    row.append(
      button({
        label: l10n.t('Choose Connection'),
        class: 'secondary',
        onClick: () => void context.ask('pickConnection', undefined),
      }),
    );
    result.append(
      element('h1', { text: l10n.t('No connection yet') }),
      element('p', {
        text: l10n.t('Add an API key, or try everything offline with the built-in emulator.'),
      }),
      row,
    );
    return result;
  }
  const { name, detail, emulator } = panel.connection;
  const { empty } = MODES[panel.mode];
  const title = panel.model
    ? empty.title(l10n, revealedText(panel.model.displayName))
    : l10n.t('Start a conversation');
  const [shownName, shownDetail] = [revealedText(name), revealedText(detail)];
  const words = emulator
    ? l10n.t(
        'Through {0}, {1}. It makes its answers up, so it needs no account and no network.',
        shownName,
        shownDetail,
      )
    : l10n.t('Through {0}, {1}.', shownName, shownDetail);
  const starters = element('div', {
    class: 'starters',
    attributes: { role: 'group', 'aria-label': l10n.t('Starter prompts') },
  });
  for (const text of empty.starters(l10n)) {
    starters.append(button({ label: text, class: 'starter', onClick: () => onStarter(text) }));
  }
  result.append(element('h1', { text: title }), element('p', { text: words }), starters);
  if (panel.kept === 'these') {
    starters.before(
      element('p', {
        text: l10n.t('Begins with the settings that you kept for new conversations.'),
      }),
      button({
        label: l10n.t('Forget Kept Settings'),
        class: 'secondary',
        onClick: () => void context.ask('keepSettings', { keep: false }),
      }),
    );
  }
  if (!panel.model) {
    starters.before(
      button({
        label: l10n.t('Choose Model'),
        class: 'primary',
        onClick: () => void context.ask('pickModel', undefined),
      }),
    );
  }
  return result;
}

/** So many turns the browser skips together while they are out of sight: to look at each alone takes it long. */
const GROUP = 24;

/** The turns on the page, in groups. */
class TurnGroups {
  readonly #list: HTMLElement;

  constructor(list: HTMLElement) {
    this.#list = list;
  }

  get last(): HTMLElement | undefined {
    const last = this.#list.lastElementChild?.lastElementChild;
    return last instanceof HTMLElement && last.classList.contains('turn') ? last : undefined;
  }

  /** Brings the turns into this order; those that stand there already are not touched. */
  order(turns: readonly HTMLElement[]): void {
    for (const group of [...this.#list.children]) {
      if (group.childElementCount === 0) group.remove();
    }
    let before: HTMLElement | undefined;
    for (const turn of turns) {
      if (this.#next(before) !== turn) this.#put(turn, before);
      before = turn;
    }
  }

  /** The first turn that ends below a height of the window, in pixels. */
  firstBelow(top: number): Element | undefined {
    const isBelow = (one: Element): boolean => one.getBoundingClientRect().bottom > top;
    const group = [...this.#list.children].find(isBelow);
    return group && [...group.children].find(isBelow);
  }

  #next(before: HTMLElement | undefined): Element | null {
    if (!before) return this.#list.firstElementChild?.firstElementChild ?? null;
    const beside = before.nextElementSibling;
    return beside ?? before.parentElement?.nextElementSibling?.firstElementChild ?? null;
  }

  #put(turn: HTMLElement, before: HTMLElement | undefined): void {
    const group = before?.parentElement;
    if (group) {
      const isFull = before === group.lastElementChild && group.childElementCount >= GROUP;
      if (!isFull) {
        before.after(turn);
        return;
      }
    }
    const added = element('div', { class: 'turn-group' }, turn);
    if (group) group.after(added);
    else this.#list.prepend(added);
  }
}
