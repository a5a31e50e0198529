import { useComputed } from '@preact/signals';
import { isResumable, isRunning, type StorageTimes } from '../../../conversation/model/interaction';
import type { TurnInteraction, ModelTurn } from '../../../conversation/model/conversation';
import { responseFormat, uncheckedKeywords } from '../../../conversation/model/requestFields';
import { Button } from '../../../webview/kit/button';
import { CopyButton } from '../copyButton';
import type { Format } from '../format';
import { revealedText } from '../reveal';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Icon } from '../../../webview/kit/icon';
import { turnText } from '../../../conversation/model/turns';
import { EmbeddingView } from '../embeddings/embeddingView';
import { useStore } from '../useStore';
import { BranchSwitch, CandidateSwitch, TurnActions } from './turnActions';
import { DecisionView } from './decisionView';
import { SourcesView } from './sourcesView';
import { VerdictView } from './verdictLine';

interface InteractionLineProps {
  readonly turn: string;
  readonly interaction: TurnInteraction;
  readonly isStreaming: boolean;
}

function InteractionLine(props: InteractionLineProps): VNode | null {
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

interface TurnFootProps {
  readonly turn: ModelTurn;
  readonly isStreaming: boolean;
  readonly isLast: boolean;
}

/** The footer of a response with its finish status. Long responses repeat the actions here. */
export function TurnFoot(props: TurnFootProps): VNode | null {
  const { turn, isLast, isStreaming } = props;
  const { outcome } = turn;
  if (!outcome && !turn.edited) return null;
  return (
    <div class="turn-foot">
      {turn.embeddings && <EmbeddingView turn={turn} />}
      {turn.mode === 'decision' && <DecisionView turn={turn} />}
      {turn.answer && <Answerable turn={turn} />}
      {turn.schemaProblems && <SchemaProblems turn={turn} isLast={isLast} />}
      {(turn.answer ?? turn.interaction) && <SourcesView turn={turn} />}
      {turn.edited && (
        <p class="edited-mark">
          <Icon name="edit" />
          {l10n.t('Edited by you')}
        </p>
      )}
      {!isStreaming && turn.alternatives && <CandidateSwitch turn={turn} />}
      {!isStreaming && <BranchSwitch id={turn.id} />}
      {outcome && <VerdictView turn={turn} outcome={outcome} isLast={isLast} />}
      {turn.interaction && (
        <InteractionLine turn={turn.id} interaction={turn.interaction} isStreaming={isStreaming} />
      )}
      {!isStreaming && isLong(turnText(turn)) && <TurnActions {...props} />}
    </div>
  );
}

/** A response above this length (UTF-16 units or lines) fills a window. */
const LONG = 2000;
const LONG_LINES = 30;

function isLong(text: string): boolean {
  return text.length > LONG || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
}

function Answerable({ turn: { mode, answer } }: Pick<TurnFootProps, 'turn'>): VNode | null {
  const { format } = useStore();
  const probability = answer?.answerableProbability;
  if (mode !== 'answer' || typeof probability !== 'number') return null;
  return (
    <p class="answerable">
      {l10n.t('{0} likely to be answerable from the sources', format.percent(probability))}
    </p>
  );
}

interface SchemaProblemsProps {
  readonly turn: ModelTurn;
  /** Whether this is the last turn and nothing is streaming, so that a fix can be requested. */
  readonly isLast: boolean;
}

function SchemaProblems({ turn, isLast }: SchemaProblemsProps): VNode | null {
  const { ask } = useStore();
  const { id, schemaProblems: problems, sent } = turn;
  if (!problems) return null;
  const schema = responseFormat(sent)?.schema;
  const hasSchema = schema !== undefined || sent === undefined;
  const open = hasSchema && (
    <Button
      label={l10n.t('Open Schema')}
      kind={problems.length > 0 ? 'secondary' : 'link'}
      onClick={() => void ask('openSchema', { turn: id })}
    />
  );
  if (problems.length === 0) {
    const unchecked = schema === undefined ? [] : uncheckedKeywords(schema);
    const words = hasSchema ? l10n.t('Matches its schema') : l10n.t('Valid JSON');
    return (
      <p class="schema-line">
        <Icon name="check" />
        {unchecked.length > 0
          ? l10n.t('{0} (not checked: {1})', words, revealedText(unchecked.slice(0, 10).join(', ')))
          : words}
        {open}
      </p>
    );
  }
  return (
    <div class="schema-problems">
      <p class="schema-title">
        <Icon name="warning" />
        {hasSchema ? l10n.t('Doesn’t match its schema') : l10n.t('Not the requested JSON')}
      </p>
      <ul>
        {problems.map((text, index) => (
          <li key={index}>{revealedText(text)}</li>
        ))}
      </ul>
      <div class="button-row">
        {isLast && (
          <Button
            label={l10n.t('Ask for a Fix')}
            kind="primary"
            onClick={() => void ask('askToCorrect', { turn: id })}
          />
        )}
        {open}
      </div>
    </div>
  );
}
