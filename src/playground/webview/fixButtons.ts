import type { Fix } from '../conversation';
import { button } from './button';
import type { PanelContext } from './context';
import { element } from './element';
import type { IconName } from './icon';
import type { StringKey } from '../strings';

/** How each fix looks as a button. */
const FIX_ROWS: { readonly [F in Fix]: { readonly label: StringKey; readonly icon?: IconName } } = {
  retry: { label: 'retry', icon: 'refresh' },
  retryWithout: { label: 'retryWithout', icon: 'refresh' },
  continue: { label: 'continue' },
  addApiKey: { label: 'addApiKey' },
  signIn: { label: 'signIn' },
  diagnose: { label: 'diagnose' },
  chooseModel: { label: 'chooseModel' },
  startEmulator: { label: 'startEmulator' },
  showLog: { label: 'showLog' },
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
        label: context.strings[label],
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
