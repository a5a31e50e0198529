import { signal } from '@preact/signals';
import { type Disposable, toDisposable } from '../../../base/disposable';
import { nextIndex } from '../../../webview/kit/rovingFocus';
import type { StepGroup } from '../../../conversation/model/interaction';
import { LazyTurns, StickyScroll } from './scrolling';

/** Reading position: the end, or pixels below the top of a turn. */
type ReadingPlace = 'end' | { readonly turn: string; readonly offset: number };

interface Page {
  readonly scroller: HTMLElement;
  readonly list: HTMLElement;
  readonly sticky: StickyScroll;
  readonly lazy: LazyTurns;
}

const IN_COLUMN = { orientation: 'vertical', stops: true } as const;

export class ReadingPosition {
  readonly #isBusy: () => boolean;
  readonly isAway = signal(false);
  readonly opened = signal<ReadonlyMap<string, boolean>>(new Map());
  readonly hiddenSteps = signal<ReadonlySet<StepGroup>>(new Set());
  /** ID of the last focused turn, which is in the tab order. */
  readonly current = signal<string | undefined>(undefined);
  #page: Page | undefined;
  #tabStop: HTMLElement | undefined;

  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

  reopen(opened: Iterable<readonly [key: string, isOpen: boolean]>): void {
    this.opened.value = new Map(opened);
  }

  readonly setOpened = (key: string, isOpen: boolean): void => {
    const opened = new Map(this.opened.peek());
    // Reinserts the key so that the newest entry is last.
    opened.delete(key);
    this.opened.value = opened.set(key, isOpen);
  };

  attach(scroller: HTMLElement, list: HTMLElement): Disposable {
    const page: Page = {
      scroller,
      list,
      sticky: new StickyScroll(scroller, list, (isAway) => (this.isAway.value = isAway)),
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
   * Renders a turn when it's near the viewport or when the page is idle.
   * @param build receives whether the turn is near; may first be called once with false
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

  keep(): void {
    this.#page?.sticky.keep();
  }

  toEnd(): void {
    this.#page?.sticky.toEnd();
  }

  entered(turn: string): void {
    this.current.value = turn;
  }

  setTabStop(id: string | undefined): void {
    const turn = this.#find(id ?? '');
    if (turn === this.#tabStop) return;
    if (this.#tabStop) this.#tabStop.tabIndex = -1;
    if (turn) turn.tabIndex = 0;
    this.#tabStop = turn;
  }

  focusLast(): boolean {
    const last = this.#turns.at(-1);
    if (last) this.#focus(last);
    return last !== undefined;
  }

  /** Focuses a turn, or the turn at its former index, without scrolling. Returns whether a turn was found. */
  focusAt(id: string, position: number): boolean {
    const turn = this.#find(id) ?? this.#turns[position] ?? this.#turns.at(-1);
    turn?.focus({ preventScroll: true });
    return turn !== undefined;
  }

  /** Focuses and shows a control of a turn, or else the turn. */
  focusWithin(id: string, selector: string): void {
    const turn = this.#find(id);
    if (!turn) return;
    this.#page?.lazy.build(turn);
    this.#show(turn.querySelector<HTMLElement>(selector) ?? turn);
  }

  move(from: HTMLElement, key: string): boolean {
    const turns = this.#turns;
    const at = turns.indexOf(from);
    const to = turns[nextIndex(key, at, turns.length, IN_COLUMN) ?? -1];
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
    // Turns above render later and change their heights.
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
    this.#show(turn);
  }

  #show(element: HTMLElement): void {
    element.focus({ preventScroll: true });
    this.#page?.sticky.move(() => element.scrollIntoView({ block: 'nearest' }));
  }
}

function firstBelow(list: Element, top: number): Element | undefined {
  const isBelow = (one: Element): boolean => one.getBoundingClientRect().bottom > top;
  const group = [...list.children].find(isBelow);
  return group && [...group.children].find(isBelow);
}
