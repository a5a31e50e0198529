import { type ReadonlySignal, signal } from '@preact/signals';
import { type Disposable, toDisposable } from '../../../base/disposable';
import { movedTo } from '../../../webview/kit/rovingFocus';
import type { StepGroup } from '../../../conversation/model/stepKinds';
import { LazyTurns, StickyScroll } from './scrolling';

/** Where the reader is: at the end, or so many pixels below the top of a turn. */
type ReadingPlace = 'end' | { readonly turn: string; readonly offset: number };

interface Page {
  readonly scroller: HTMLElement;
  readonly list: HTMLElement;
  readonly sticky: StickyScroll;
  readonly lazy: LazyTurns;
}

const IN_COLUMN = { orientation: 'vertical', stops: true } as const;

/** Where a conversation is read, and what of it is laid out: the page's own state, which no host knows. */
export class Reading {
  readonly #isBusy: () => boolean;
  readonly #isAway = signal(false);
  readonly #opened = signal<ReadonlyMap<string, boolean>>(new Map());
  /** Kinds of steps that the reader does not want to see. */
  readonly hiddenSteps = signal<ReadonlySet<StepGroup>>(new Set());
  readonly #current = signal<string | undefined>(undefined);
  #page: Page | undefined;
  #tabStop: HTMLElement | undefined;

  /** @param isBusy whether text that is seen is laid out now, which goes before what nobody looks at */
  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

  /** Takes what was opened or closed before a reload. */
  reopen(opened: Iterable<readonly [key: string, isOpen: boolean]>): void {
    this.#opened.value = new Map(opened);
  }

  /** What the reader opened or closed, by a key for each. */
  get opened(): ReadonlySignal<ReadonlyMap<string, boolean>> {
    return this.#opened;
  }

  readonly setOpened = (key: string, isOpen: boolean): void => {
    const opened = new Map(this.#opened.peek());
    // The last is at the end.
    opened.delete(key);
    this.#opened.value = opened.set(key, isOpen);
  };

  /** Whether there is something below what is seen, so that the reader may want to get there. */
  get isAway(): ReadonlySignal<boolean> {
    return this.#isAway;
  }

  /** Id of the turn that has the focus, or had it last: the one that the Tab key leads to. */
  get current(): ReadonlySignal<string | undefined> {
    return this.#current;
  }

  /** Takes the elements of a conversation, until they are gone. */
  attach(scroller: HTMLElement, list: HTMLElement): Disposable {
    const page: Page = {
      scroller,
      list,
      sticky: new StickyScroll(scroller, list, (isAway) => (this.#isAway.value = isAway)),
      lazy: new LazyTurns(scroller, this.#isBusy),
    };
    this.#page = page;
    return toDisposable(() => {
      page.sticky.dispose();
      page.lazy.dispose();
      if (this.#page === page) this.#page = undefined;
    });
  }

  /**
   * Lays a turn out when it comes near, or while nothing else is to be done.
   * @param build told whether it has come near: it may be called once before that
   */
  layOutLater(turn: Element, build: (isNear: boolean) => void): Disposable {
    const lazy = this.#page?.lazy;
    if (!lazy) {
      build(true);
      return toDisposable(() => undefined);
    }
    lazy.add(turn, build);
    return toDisposable(() => lazy.delete(turn));
  }

  /** Called once per frame, after text was laid out. */
  keep(): void {
    this.#page?.sticky.keep();
  }

  toEnd(): void {
    this.#page?.sticky.toEnd();
  }

  /** A turn got the focus, or something in it. */
  entered(turn: string): void {
    this.#current.value = turn;
  }

  /** Makes a turn the one that the Tab key leads to, and no other one. */
  setTabStop(id: string | undefined): void {
    const turn = this.#find(id ?? '');
    if (turn === this.#tabStop) return;
    if (this.#tabStop) this.#tabStop.tabIndex = -1;
    if (turn) turn.tabIndex = 0;
    this.#tabStop = turn;
  }

  /** Moves the focus to the last turn; answers whether there is one. */
  focusLast(): boolean {
    const last = this.#turns.at(-1);
    if (last) this.#focus(last);
    return last !== undefined;
  }

  /**
   * Moves the focus to a turn, or to the one that stands in its place by now; what is read stays where it is. Answers
   * whether there is one.
   */
  focusAt(id: string, position: number): boolean {
    const turn = this.#find(id) ?? this.#turns[position] ?? this.#turns.at(-1);
    turn?.focus({ preventScroll: true });
    return turn !== undefined;
  }

  /** Moves the focus from a turn to another one, by the key that was pressed; answers whether it was one of these. */
  move(from: HTMLElement, key: string): boolean {
    const turns = this.#turns;
    const at = turns.indexOf(from);
    const to = turns[movedTo(key, at, turns.length, IN_COLUMN) ?? -1];
    if (!to || at === -1) return false;
    this.#focus(to);
    return true;
  }

  get place(): ReadingPlace {
    const page = this.#page;
    if (!page || page.sticky.following) return 'end';
    const top = page.scroller.getBoundingClientRect().top;
    const first = firstBelow(page.list, top);
    const turn = first?.getAttribute('data-turn');
    if (!first || !turn) return 'end';
    return { turn, offset: Math.round(top - first.getBoundingClientRect().top) };
  }

  set place(place: ReadingPlace) {
    const page = this.#page;
    const turn = place === 'end' ? undefined : this.#find(place.turn);
    if (place === 'end' || !page || !turn) return;
    const { scroller, sticky, lazy } = page;
    lazy.build(turn);
    // Turns above it are laid out later, and change their heights.
    sticky.holdAt(() => {
      const { top } = scroller.getBoundingClientRect();
      scroller.scrollTop += turn.getBoundingClientRect().top - top + place.offset;
      return lazy.isDone || !turn.isConnected;
    });
  }

  #find(turn: string): HTMLElement | undefined {
    const selector = `[data-turn="${CSS.escape(turn)}"]`;
    return this.#page?.list.querySelector<HTMLElement>(selector) ?? undefined;
  }

  get #turns(): readonly HTMLElement[] {
    return [...(this.#page?.list.querySelectorAll<HTMLElement>('.turn') ?? [])];
  }

  #focus(turn: HTMLElement): void {
    this.#page?.lazy.build(turn);
    turn.focus({ preventScroll: true });
    this.#page?.sticky.move(() => turn.scrollIntoView({ block: 'nearest' }));
  }
}

/** The first turn that ends below a height of the window, in pixels. */
function firstBelow(list: Element, top: number): Element | undefined {
  const isBelow = (one: Element): boolean => one.getBoundingClientRect().bottom > top;
  const group = [...list.children].find(isBelow);
  return group && [...group.children].find(isBelow);
}
