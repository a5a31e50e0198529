import './sources.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Icon } from '../../../webview/kit/icon';
import type { ModelTurn } from '../../../conversation/model/conversation';
import { turnText } from '../../../conversation/model/turns';
import { EmbeddingView } from '../embeddings/embeddingView';
import { useStore } from '../useStore';
import { BranchSwitch, CandidateSwitch } from './alternatives';
import { DecisionView } from './decisionView';
import { SchemaProblems } from './schemaProblems';
import { SourcesView } from './sourcesView';
import { InteractionLine } from '../steps/interactionLine';
import { TurnActions } from './turnActions';
import { VerdictView } from './verdictLine';

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
