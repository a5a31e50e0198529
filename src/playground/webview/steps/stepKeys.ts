import { movedTo } from '../../../webview/kit/rovingFocus';

const IN_COLUMN = { orientation: 'vertical', page: 10, stops: true } as const;

/** The steps that are on the page below an element, from first to last. */
function stepsIn(element: Element): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('.step')];
}

const TAB_STOP = '.step[tabindex="0"]';

/** One step of a turn is what the Tab key leads to: the first, until another one had the focus. */
export function ensureTabStop(timeline: Element): void {
  if (timeline.querySelector(TAB_STOP)) return;
  const first = timeline.querySelector<HTMLElement>('.step');
  if (first) first.tabIndex = 0;
}

/** Makes a step that of its turn which the Tab key leads to. */
export function makeTabStop(step: Element): void {
  const before = step.closest('.timeline')?.querySelector<HTMLElement>(TAB_STOP);
  if (before === step || !(step instanceof HTMLElement)) return;
  if (before) before.tabIndex = -1;
  step.tabIndex = 0;
}

/**
 * What keys do in a timeline. Of a step that has the focus: arrows, Home, End and the page keys lead to others, Enter,
 * Space and the arrows to the sides open and close it. With Alt, arrows lead to the next step from anywhere in a turn.
 * Answers whether the key was for that.
 */
export function onStepKey({ key, target, altKey }: KeyboardEvent, turn: HTMLElement): boolean {
  if (!(target instanceof Element)) return false;
  const steps = stepsIn(turn);
  const step = target.closest<HTMLElement>('.step');
  const at = steps.findIndex((one) => one === step);
  if (altKey) {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
    return focusStep(steps[at + (key === 'ArrowDown' ? 1 : -1)]);
  }
  if (!step || (step !== target && !target.matches('.step-opener'))) return false;
  const to = movedTo(key, at, steps.length, IN_COLUMN);
  if (to !== undefined) return focusStep(steps[to]);
  return openStep(step, key);
}

function focusStep(step: HTMLElement | undefined): boolean {
  if (!step) return false;
  step.focus({ preventScroll: true });
  step.scrollIntoView({ block: 'nearest' });
  return true;
}

function openStep(step: HTMLElement, key: string): boolean {
  const opener = step.querySelector<HTMLElement>('.step-opener');
  if (!opener) return false;
  const isOpen = opener.getAttribute('aria-expanded') === 'true';
  const isWanted = key === 'Enter' || key === ' ' || key === (isOpen ? 'ArrowLeft' : 'ArrowRight');
  if (isWanted) opener.click();
  return isWanted;
}
