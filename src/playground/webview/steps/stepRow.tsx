import * as l10n from '@vscode/l10n';
import { Component, type VNode } from 'preact';
import { Icon, isIconName } from '../../../webview/kit/icon';
import { partsOfSteps, stepKind, stepType } from '../../../conversation/model/interaction';
import type { TurnInteraction } from '../../../conversation/model/conversation';
import { objectsAt, fieldsOf, textOf } from '../jsonFields';
import { revealedText } from '../reveal';
import { useStore } from '../useStore';
import { Content, StepDetails, StepError } from './stepBody';
import type { StepSources } from './stepSources';
import { type TimelineItem, costText, stateOf, stateText, summaryLine } from './timeline';
import { Button } from '../../../webview/kit/button';
import { CopyButton } from '../copyButton';
import { answerText } from '../../../conversation/model/turns';

export interface StepContext {
  readonly status: TurnInteraction['status'] | undefined;
  readonly times: TurnInteraction['times'] | undefined;
  readonly tokens: TurnInteraction['tokens'] | undefined;
  readonly turn: string;
  /** Index of the last step during streaming. −1 once ended. */
  readonly growsAt: number;
  readonly isJson: boolean;
  readonly sources: StepSources | undefined;
}

interface StepRowProps extends StepContext {
  readonly item: TimelineItem;
}

/** A row of the timeline. Renders only if changed. */
export class StepRow extends Component<StepRowProps> {
  override shouldComponentUpdate(next: StepRowProps): boolean {
    const { props } = this;
    return (
      next.item !== props.item ||
      next.times !== props.times ||
      next.tokens !== props.tokens ||
      next.sources !== props.sources ||
      next.isJson !== props.isJson ||
      stateOf(next) !== stateOf(props) ||
      next.growsAt < 0 !== props.growsAt < 0
    );
  }

  override render(props: StepRowProps): VNode {
    return stepKind(props.item.step).group === 'output' ? (
      <OutputStep {...props} />
    ) : (
      <FoldedStep {...props} />
    );
  }
}

function OutputStep(props: StepRowProps): VNode {
  const { item, isJson, sources, growsAt } = props;
  const { step, at } = item;
  return (
    <div
      class="step output"
      role="listitem"
      tabIndex={-1}
      data-step={at}
      aria-label={labelOf(props)}
    >
      {growsAt < 0 && <StepActions {...props} />}
      <Content
        blocks={objectsAt(step, 'content')}
        isGrowing={growsAt === at}
        isJson={isJson}
        sources={sources}
      />
      <StepError step={step} />
    </div>
  );
}

function FoldedStep(props: StepRowProps): VNode {
  const { reading, format } = useStore();
  const { opened, setOpened } = reading;
  const { item, turn, growsAt } = props;
  const { step, at } = item;
  const { icon } = stepKind(step);
  const state = stateOf(props);
  const key = `step ${turn} ${at}`;
  const isOpen = opened.value.get(key) ?? (state === 'failed' || state === 'waiting');
  const cost = costText(item, props, format);
  const words = stateText(state);
  return (
    <div
      class={`step folded is-${state}${growsAt < 0 ? ' ended' : ''}`}
      role="listitem"
      tabIndex={-1}
      data-step={at}
      aria-label={labelOf(props)}
    >
      <div class="step-head">
        <button
          type="button"
          class="step-opener"
          tabIndex={-1}
          aria-expanded={isOpen}
          onClick={() => setOpened(key, !isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <Icon name={isIconName(icon) ? icon : 'circle-large'} />
          <span class="step-label">{nameOf(props)}</span>
          <span class="step-gist">{summaryLine(step)}</span>
          {words !== '' && (
            <span class="step-state">
              {state === 'running' && <Icon name="loading" />}
              {state === 'failed' && <Icon name="error" />}
              {state === 'waiting' && <Icon name="clockface" />}
              {words}
            </span>
          )}
          {cost.length > 0 && <span class="step-cost">{cost.join(' · ')}</span>}
        </button>
        {growsAt < 0 && <StepActions {...props} />}
      </div>
      {isOpen && (
        <div class="step-details">
          <StepDetails item={item} isGrowing={state === 'running'} />
        </div>
      )}
    </div>
  );
}

function nameOf(props: StepRowProps): string {
  const { step } = props.item;
  if (stepKind(step).group !== 'thought') return revealedText(stepKind(step).label());
  return stateOf(props) === 'running' ? l10n.t('Thinking…') : l10n.t('Thoughts');
}

function labelOf(props: StepRowProps): string {
  const { item } = props;
  const words = [nameOf(props), summaryLine(item.step), stateText(stateOf(props))];
  return l10n.t('Step {0}: {1}', item.at + 1, words.filter(Boolean).join(', '));
}

interface StepActionsProps {
  readonly turn: string;
  readonly item: TimelineItem;
}

function StepActions({ turn, item }: StepActionsProps): VNode {
  const { ask } = useStore();
  const { step, result, at, resultAt = at } = item;
  return (
    <div class="step-actions">
      <Button
        label={l10n.t('Branch From Here')}
        icon="git-branch"
        bare
        onClick={() => void ask('branchFrom', { turn, step: resultAt })}
      />
      <CopyButton label={l10n.t('Copy Step')} text={() => copiedText(item)} />
      <Button
        label={l10n.t('Show JSON')}
        icon="json"
        bare
        onClick={() => {
          const shown = result ? [step, result] : step;
          void ask('openInEditor', { text: JSON.stringify(shown, null, 2), language: 'json' });
        }}
      />
    </div>
  );
}

export function copiedText({ step, result }: TimelineItem): string {
  const type = stepType(step);
  const said = type === 'thought' ? objectsAt(step, 'summary') : objectsAt(step, 'content');
  const text = answerText(partsOfSteps([{ type: 'model_output', content: said }]));
  if (text !== '') return text;
  const code = textOf(fieldsOf(step.arguments).code);
  if (code !== '') return code;
  return JSON.stringify(result ? [step, result] : step, null, 2);
}
