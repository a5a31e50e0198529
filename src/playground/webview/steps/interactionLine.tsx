import { useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import {
  isResumable,
  isRunning,
  type StorageTimes,
  type TurnInteraction,
} from '../../../conversation/model/interaction';
import { CopyButton } from '../copyButton';
import type { Format } from '../format';
import { revealedText } from '../reveal';
import { useStore } from '../useStore';

interface InteractionLineProps {
  readonly turn: string;
  readonly interaction: TurnInteraction;
  readonly isStreaming: boolean;
}

export function InteractionLine(props: InteractionLineProps): VNode | null {
  const { turn, interaction, isStreaming } = props;
  const { ask, format, panel } = useStore();
  const words = useComputed(() =>
    storageText(interaction, panel.value?.keptUntil?.[turn], Date.now(), format),
  ).value;
  const { id, stored, gone = false, previous } = interaction;
  if (!stored && previous === undefined) return null;
  const canDelete = id !== undefined && stored && !gone && !isStreaming;
  return (
    <p class="verdict-line interaction-line">
      <span class="fact">{words}</span>
      {id !== undefined && (
        <span class="fact interaction-id">
          <code title={revealedText(id)}>{revealedText(shortId(id))}</code>
          <CopyButton label={l10n.t('Copy Interaction ID')} text={() => id} />
        </span>
      )}
      {previous !== undefined && (
        <span class="fact" title={revealedText(previous)}>
          {l10n.t('continues {0}', revealedText(shortId(previous)))}
        </span>
      )}
      {!isStreaming && isResumable(interaction) && (
        <Button
          label={l10n.t('Resume')}
          kind="link"
          onClick={() => void ask('fix', { turn, fix: 'resume' })}
        />
      )}
      {canDelete && (
        <Button
          label={l10n.t('Delete on Server…')}
          kind="link"
          onClick={() => void ask('deleteInteraction', { turn })}
        />
      )}
    </p>
  );
}

/** Shown length of an ID, in UTF-16 units. IDs are long and differ at the start. */
const SHORT = 12;

function shortId(id: string): string {
  return id.length <= SHORT ? id : `${id.slice(0, SHORT)}…`;
}

export function storageText(
  interaction: TurnInteraction,
  until: StorageTimes | undefined,
  now: number,
  { moment, day }: Pick<Format, 'moment' | 'day'>,
): string {
  const { stored, gone, background } = interaction;
  if (gone) return l10n.t('Deleted on server');
  if (!stored) return l10n.t('Not stored on server');
  if (background && isRunning(interaction)) return l10n.t('Runs in the background');
  if (!until) return l10n.t('Stored on server');
  const { least, most } = until;
  if (most <= now) return l10n.t('No longer stored on server');
  if (least === most) return l10n.t('Stored on server until {0}', moment(most));
  if (least <= now) return l10n.t('Stored on server until {0} at the latest', day(most, now));
  return l10n.t(
    'Stored on server until {0} (free tier) or {1} (paid tier)',
    day(least, now),
    day(most, now),
  );
}
