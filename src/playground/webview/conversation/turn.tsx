import { useComputed, useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import type { Turn } from '../../../conversation/model/conversation';
import { turnText } from '../../../conversation/model/turns';
import { agentName } from '../settingRows/interactionRows';
import { useStore } from '../useStore';
import type { PanelStore } from '../state/panelStore';
import { revealedText } from '../reveal';
import type { TurnEdit } from '../state/unsavedEdits';
import { TimelineView } from '../steps/timelineView';
import { BranchSwitch, TurnActions } from './turnActions';
import { isDecided } from './decisionView';
import { TurnBody } from './turnBody';
import { TurnEditor } from './turnEditor';
import { TurnFoot } from './turnFoot';
import './turn.css';

/** UTF-16 units. */
const MAX_REPEATED = 500;

interface TurnViewProps {
  readonly id: string;
  readonly isAtOnce: boolean;
}

export function TurnView({ id, isAtOnce }: TurnViewProps): VNode | null {
  const store = useStore();
  const article = useRef<HTMLElement>(null);
  const progress = useSignal<Progress>(isAtOnce ? 'seen' : 'named');
  const edit = useComputed(() => store.unsavedEdits.edit(id)).value;
  const turn = store.turns.get(id)?.value;
  const speaker = speakerOf(turn, store);
  const label = useComputed(() => labelOf(id, store));
  const isEditing = edit !== undefined;
  useLayoutEffect(() => {
    if (progress.value === 'seen' || !article.current) return undefined;
    if (isEditing) {
      progress.value = 'seen';
      return undefined;
    }
    const waiting = store.reading.layOutLater(article.current, (isSeen) => {
      progress.value = isSeen ? 'seen' : 'laidOut';
    });
    return () => waiting.dispose();
  }, [isEditing]);
  if (!turn) return null;
  return (
    <article
      ref={article}
      class={`turn ${turn.role}`}
      role="article"
      tabIndex={-1}
      data-turn={id}
      aria-label={label}
    >
      {progress.value !== 'named' ? (
        <BuiltTurn turn={turn} speaker={speaker} edit={edit} isSeen={progress.value === 'seen'} />
      ) : (
        <div class="turn-head">
          <Speaker turn={turn} speaker={speaker} />
        </div>
      )}
    </article>
  );
}

type Progress = 'named' | 'laidOut' | 'seen';

interface BuiltTurnProps {
  readonly turn: Turn;
  readonly speaker: string;
  readonly edit: TurnEdit | undefined;
  readonly isSeen: boolean;
}

function BuiltTurn({ turn, speaker, edit, isSeen }: BuiltTurnProps): VNode {
  const store = useStore();
  const { id } = turn;
  const isStreaming = useComputed(() => store.streaming.value === id).value;
  const isLast = useComputed(
    () => store.streaming.value === undefined && store.turns.ids.value.at(-1) === id,
  ).value;
  const place = { isStreaming, isLast };
  const isEdited = edit?.place === 'here';
  const isRepeated = useComputed(() => store.isRepeated(id)).value;
  // The key creates a new editor for another field.
  const editor = edit && <TurnEditor key={`${edit.place} ${edit.role}`} turn={turn} edit={edit} />;
  return (
    <>
      {edit?.place === 'before' && editor}
      <div class="turn-head">
        <Speaker turn={turn} speaker={speaker} />
        {isSeen && <TurnActions turn={turn} {...place} />}
      </div>
      {turn.role === 'model' && turn.interaction ? (
        <TimelineView
          turn={turn}
          interaction={turn.interaction}
          isStreaming={isStreaming}
          isEdited={isEdited}
        />
      ) : isDecided(turn) || isRepeated ? null : (
        <TurnBody turn={turn} isStreaming={isStreaming} isEdited={isEdited} />
      )}
      {isEdited && editor}
      {turn.role === 'model' && <TurnFoot turn={turn} {...place} />}
      {turn.role === 'user' && <BranchSwitch id={id} />}
      {turn.role === 'user' && isLast && <UnansweredFoot />}
      {edit?.place === 'after' && editor}
    </>
  );
}

/** Footer of a final message without response, such as after a fork or import. */
function UnansweredFoot(): VNode | null {
  const { ask, blocker, dock } = useStore();
  if (blocker.value === 'waitForAnswer') return null;
  return (
    <div class="turn-foot unanswered">
      <Button
        label={l10n.t('Send')}
        icon="send"
        isDisabled={blocker.value !== undefined || dock.blockedBecause.value !== undefined}
        onClick={() => void ask('regenerate', undefined)}
      />
    </div>
  );
}

function Speaker({ turn, speaker }: Pick<BuiltTurnProps, 'turn' | 'speaker'>): VNode {
  const agent = turn.role === 'model' ? turn.interaction?.agent : undefined;
  const title = agent === undefined ? speaker : revealedText(agent);
  const isRepeated = useStore().isRepeated(turn.id);
  return (
    <>
      <span class="speaker" title={title}>
        {speaker}
      </span>
      {isRepeated && <RepeatedPrompt text={turnText(turn)} />}
    </>
  );
}

/** The prompt of another column in one line, instead of the message. */
function RepeatedPrompt({ text }: { readonly text: string }): VNode {
  const shown = revealedText(text.slice(0, MAX_REPEATED));
  return (
    <span class="repeated-prompt" title={shown}>
      {shown}
    </span>
  );
}

function labelOf(id: string, store: PanelStore): string {
  const { format, turns } = store;
  return l10n.t(
    '{0}, message {1} of {2}',
    speakerOf(store.turns.get(id)?.value, store),
    format.count((turns.positions.value.get(id) ?? 0) + 1),
    format.count(turns.positions.value.size),
  );
}

function speakerOf(turn: Turn | undefined, { modelName, modelTitle }: PanelStore): string {
  if (turn?.role !== 'model') {
    return revealedText(turn?.automatic ? l10n.t('Functions') : (turn?.author ?? l10n.t('You')));
  }
  const { agent } = turn.interaction ?? {};
  if (agent !== undefined) return agentName(agent);
  const now = modelName.value === turn.model ? modelTitle.value : '';
  const id = turn.model.replace(/^(models|tunedModels)\//, '');
  return revealedText([now, turn.modelName, id].find(Boolean) ?? l10n.t('Model'));
}
