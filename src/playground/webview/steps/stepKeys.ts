import { nextIndex } from '../../../webview/kit/rovingFocus';

const IN_COLUMN = { orientation: 'vertical', page: 10, stops: true } as const;

function stepsIn(element: Element): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('.step')];
}

const TAB_STOP = '.step[tabindex="0"]';

/** Ensures that one step per turn is a tab stop: the last focused one, or the first. */
export function ensureTabStop(timeline: Element): void {
  if (timeline.querySelector(TAB_STOP)) return;
  const first = timeline.querySelector<HTMLElement>('.step');
  if (first) first.tabIndex = 0;
}

export function makeTabStop(step: Element): void {
  const before = step.closest('.timeline')?.querySelector<HTMLElement>(TAB_STOP);
  if (before === step || !(step instanceof HTMLElement)) return;
  if (before) before.tabIndex = -1;
  step.tabIndex = 0;
}

/**
 * Handles keys on steps. Arrows, Home, End, and page keys move. Enter, Space, Left, and Right toggle.
 * Alt+arrows move from anywhere in the turn. Returns whether the key was handled.
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
  const to = nextIndex(key, at, steps.length, IN_COLUMN);
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
