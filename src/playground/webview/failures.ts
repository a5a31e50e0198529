import * as l10n from '@vscode/l10n';
import type { Failure, Fix } from '../conversation';
import type { PanelContext } from './context';
import { button } from './controls';
import { element } from './dom';
import { icon, type IconName } from '../../webview/kit/icon';

/** How each fix looks as a button. */
const FIX_ROWS: {
  readonly [F in Fix]: { readonly label: () => string; readonly icon?: IconName };
} = {
  retry: { label: () => l10n.t('Retry'), icon: 'refresh' },
  retryWithout: { label: () => l10n.t('Retry Without It'), icon: 'refresh' },
  continue: { label: () => l10n.t('Continue') },
  addApiKey: { label: () => l10n.t('Add API Key…') },
  signIn: { label: () => l10n.t('Sign In…') },
  diagnose: { label: () => l10n.t('Diagnose…') },
  chooseModel: { label: () => l10n.t('Choose Model') },
  useSuccessor: { label: () => l10n.t('Use Its Successor') },
  startEmulator: { label: () => l10n.t('Start Emulator') },
  showLog: { label: () => l10n.t('Show Log') },
};

/** A row of buttons, the first one primary. @param turn id, or empty where it is about the panel. */
export function fixButtons(
  fixes: readonly Fix[],
  turn: string,
  context: PanelContext,
): HTMLElement {
  const row = element('div', { class: 'button-row' });
  for (const [index, fix] of fixes.entries()) {
    const { label, icon } = FIX_ROWS[fix];
    row.append(
      button({
        label: label(),
        ...(icon && { icon }),
        class: index === 0 ? 'primary' : 'secondary',
        onClick: () => void context.ask('fix', { turn, fix }),
      }),
    );
  }
  return row;
}

/** The words of a failure and what can be done about it. */
export function failureBlock(
  failure: { readonly message: string; readonly hint?: string },
  buttons: HTMLElement | undefined,
): HTMLElement {
  const words = element('div', { class: 'failure-words' });
  words.append(element('p', { class: 'failure-message', text: failure.message }));
  if (failure.hint) words.append(element('p', { class: 'failure-hint', text: failure.hint }));
  if (buttons?.hasChildNodes()) words.append(buttons);
  return words;
}

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
      this.element.append(noticeRow('warning', failureBlock(notice, buttons)));
    }
    if (problem === undefined) return;
    const dismiss = button({
      label: l10n.t('Dismiss'),
      icon: 'close',
      bare: true,
      onClick: this.#onDismiss,
    });
    this.element.append(noticeRow('error', failureBlock({ message: problem }, undefined), dismiss));
  }
}

function noticeRow(tone: 'warning' | 'error', ...content: readonly HTMLElement[]): HTMLElement {
  return element('div', { class: `notice ${tone}` }, icon(tone), ...content);
}
