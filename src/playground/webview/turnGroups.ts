import { element } from './element';

/** So many turns the browser skips together while they are out of sight: to look at each alone takes it long. */
const GROUP = 24;

/** The turns on the page, in groups. */
export class TurnGroups {
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
