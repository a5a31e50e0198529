import type { Failure } from '../conversation';
import { button } from './button';
import type { PanelContext } from './context';
import { element } from './element';
import { failureBlock, fixButtons } from './fixButtons';
import { icon } from './icon';

/** What stands above the composer: what keeps the panel from working, and a call that failed. */
export class Notices {
  readonly element = element('div', { class: 'notices' });
  readonly #context: PanelContext;
  readonly #onDismiss: () => void;
  #key = '';

  constructor(context: PanelContext, onDismiss: () => void) {
    this.#context = context;
    this.#onDismiss = onDismiss;
  }

  show(notice: Failure | undefined, problem: string | undefined): void {
    const key = JSON.stringify([notice, problem]);
    if (key === this.#key) return;
    this.#key = key;
    this.element.replaceChildren();
    if (notice) {
      const buttons = fixButtons(notice.fixes, '', this.#context);
      this.element.append(row('warning', failureBlock(notice, buttons)));
    }
    if (problem === undefined) return;
    const dismiss = button({
      label: this.#context.strings.dismiss,
      icon: 'close',
      bare: true,
      onClick: this.#onDismiss,
    });
    this.element.append(row('error', failureBlock({ message: problem }, undefined), dismiss));
  }
}

function row(tone: 'warning' | 'error', ...content: readonly HTMLElement[]): HTMLElement {
  return element('div', { class: `notice ${tone}` }, icon(tone), ...content);
}
