import type { PanelContext } from '../context';
import { element } from '../element';
import { fill } from '../fill';
import { icon } from '../icon';
import type { FileSegment } from '../segments';
import { bareType } from './mediaType';
import { shownName } from './shownName';
import { typeIcon } from './typeIcon';

/** A file of a message that can only be named: its name or type, its size, and until when the service has it. */
export function fileCard(segment: FileSegment, context: PanelContext): HTMLElement {
  const { strings, format } = context;
  const { name, mimeType, size, expiresAt, fate } = segment;
  const type = shownName(bareType(mimeType));
  const facts = [
    name === '' ? '' : type,
    size === undefined ? '' : format.bytes(size),
    fate === 'leftOut' ? strings.fileLeftOut : '',
    fate === 'expired' ? strings.fileExpired : '',
    fate === undefined && expiresAt !== undefined
      ? fill(strings.fileUntil, format.moment(expiresAt))
      : '',
  ];
  return element(
    'div',
    { class: 'chip file-card' },
    element('span', { class: 'chip-symbol' }, icon(fate ? 'warning' : typeIcon(mimeType))),
    element('bdi', { class: 'chip-name', text: shownName(name) || type || strings.filePart }),
    element('span', {
      class: 'chip-facts',
      text: facts.filter((fact) => fact !== '').join(' · '),
    }),
  );
}
