import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Icon } from '../../../webview/kit/icon';
import { shownName } from '../attachmentTexts';
import { bareType, typeIcon } from '../contentTypes';
import type { Format } from '../format';
import { useStore } from '../useStore';
import type { FileSegment } from '../segments';
import { ContentActions } from './contentActions';
import './fileCard.css';

export function FileCard({ segment }: { readonly segment: FileSegment }): VNode {
  const { format } = useStore();
  const { name, mimeType, fate, reread } = segment;
  const label = shownName(name) || shownName(bareType(mimeType)) || l10n.t('File');
  const isHeld = segment.data !== undefined || segment.text !== undefined;
  return (
    <div class="chip file-card" role="group" aria-label={label}>
      <span class="chip-symbol">
        <Icon name={fate || reread === 'gone' ? 'warning' : typeIcon(mimeType)} />
      </span>
      <bdi class="chip-name">{label}</bdi>
      <span class="chip-facts">{factsOf(segment, format).join(' · ')}</span>
      {isHeld && <ContentActions content={segment} />}
    </div>
  );
}

function factsOf(segment: FileSegment, format: Format): readonly string[] {
  const { name, mimeType, size, expiresAt, fate, reread } = segment;
  const facts = [
    name === '' ? '' : shownName(bareType(mimeType)),
    size === undefined ? '' : format.bytes(size),
    fate === 'leftOut' ? l10n.t('not included: no longer on the server') : '',
    reread === 'changed' ? l10n.t('changed, read again') : '',
    reread === 'gone' ? l10n.t('no longer readable, sent unchanged') : '',
    fate === 'expired' ? l10n.t('expired on the server') : '',
    fate === undefined && expiresAt !== undefined
      ? l10n.t('until {0}', format.moment(expiresAt))
      : '',
  ];
  return facts.filter((fact) => fact !== '');
}
