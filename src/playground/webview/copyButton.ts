import { button } from './button';
import type { PanelContext } from './context';
import { icon } from './icon';

/** How long the check mark stays after copying. */
const CHECK_MS = 2000;

/** Copies a text through the host; shows a check mark for two seconds and says so. */
export function copyButton(
  context: PanelContext,
  label: string,
  text: () => string,
): HTMLButtonElement {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return button({
    label,
    icon: 'copy',
    bare: true,
    onClick: (self) => {
      const done = async (): Promise<void> => {
        if (!(await context.ask('copy', { text: text() }))) return;
        context.announce(context.strings.copied);
        self.replaceChildren(icon('check'));
        clearTimeout(timer);
        timer = setTimeout(() => self.replaceChildren(icon('copy')), CHECK_MS);
      };
      void done();
    },
  });
}
