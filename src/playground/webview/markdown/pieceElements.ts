import * as l10n from '@vscode/l10n';
import { icon } from '../../../webview/kit/icon';
import { element } from '../dom';
import type { PieceElement } from '../pieces';
import { scrollsAlone } from '../scrollFrame';

/**
 * A link without an address of its own: VS Code would follow one past our question, and the browser
 * could open it on a middle click. The panel's listener asks the host.
 */
export function linkElement(piece: PieceElement & { readonly tag: 'link' }): HTMLElement {
  const { href, target, title, misleading } = piece.link;
  const hint = l10n.t('Opens {0}', target);
  return element('a', {
    class: misleading ? 'misleading' : '',
    attributes: {
      role: 'link',
      tabindex: '0',
      title: [title, hint, href].filter(Boolean).join('\n'),
      'data-href': href,
      'data-target': misleading ? target : undefined,
    },
  });
}

/** The box of a task: it says how things are, and nothing changes with a click. */
export function taskBox(isDone: boolean): HTMLElement {
  const label = isDone ? l10n.t('Done') : l10n.t('To do');
  const box = element('span', {
    class: 'task',
    attributes: { role: 'img', 'aria-label': label, title: label },
  });
  if (isDone) box.append(icon('check'));
  return box;
}

/** A small number in an answer that leads to its source in the list below. */
export function sourceMarker(number: number): HTMLElement {
  const label = l10n.t('Source {0}', number);
  const result = element('button', {
    class: 'source-marker',
    text: String(number),
    attributes: { type: 'button', title: label, 'aria-label': label },
  });
  result.addEventListener('click', () => {
    const source = result.closest('.turn')?.querySelector(`[data-source="${number}"]`);
    if (!(source instanceof HTMLElement)) return;
    const details = source.closest('details');
    if (details) details.open = true;
    source.scrollIntoView({ block: 'nearest' });
    source.focus();
  });
  return result;
}

/** A table in the frame that scrolls it. */
export function tableFrame(): HTMLElement {
  const table = element('table');
  const frame = element('div', { class: 'table-frame' }, table);
  scrollsAlone(frame, table, () => l10n.t('Wide table'));
  return frame;
}
