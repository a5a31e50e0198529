import './steps.css';
import { useComputed, useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { Component, type VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ModelTurn } from '../../../conversation/model/conversation';
import type { TurnInteraction } from '../../../conversation/model/interaction';
import { responseFormat } from '../../../conversation/model/tools';
import { Waiting } from '../waiting';
import { useStore } from '../useStore';
import { StepFilter } from './stepFilter';
import { ensureTabStop } from './stepKeys';
import { type StepContext, StepRow } from './stepRow';
import { stepSources } from './stepSources';
import { Timeline, type TimelineGroup } from './timeline';

export interface TimelineViewProps {
  readonly turn: ModelTurn;
  readonly interaction: TurnInteraction;
  readonly isStreaming: boolean;
  /** Its text is being changed in a field. */
  readonly isEdited: boolean;
}

/** The steps of an answer, in order, as far as the reader wants to see them. */
export function TimelineView(props: TimelineViewProps): VNode {
  const { turn, isStreaming, isEdited } = props;
  const { id } = turn;
  const store = useStore();
  const frame = useRef<HTMLDivElement>(null);
  const timeline = useMemo(() => new Timeline(), []);
  const grown = useSignal(0);
  useLayoutEffect(() => {
    if (!isStreaming) return undefined;
    const listening = store.onDelta(id, () => grown.value++);
    return () => listening.dispose();
  }, [store, id, isStreaming]);
  const now = grown.value > 0 && isStreaming ? store.turnNow(id) : turn;
  const interaction = now?.role === 'model' ? now.interaction : undefined;
  const { steps, status, times, tokens } = interaction ?? props.interaction;
  const hidden = store.reading.hiddenSteps.value;
  const all = timeline.groups(steps, hidden);
  const groups = all.slice(0, useGroupsAtOnce(all.length));
  const sources = useMemo(
    () => (isStreaming || turn.edited ? undefined : stepSources(steps)),
    [isStreaming, turn.edited, steps],
  );
  useLayoutEffect(() => {
    if (frame.current) ensureTabStop(frame.current);
  });
  // Once something follows, nobody waits for results any more.
  const isLast = useComputed(() => store.turnIds.value.at(-1) === id).value;
  const growsAt = isStreaming ? steps.length - 1 : -1;
  const context = {
    turn: id,
    status: isLast ? status : undefined,
    times,
    tokens,
    sources,
    isJson: responseFormat(turn.sent) !== undefined,
  };
  const { waiting, isStalled = false } = store.panel.value ?? {};
  const isWaiting = steps.length === 0 || isStalled || waiting !== undefined;
  return (
    <>
      <div class={isEdited ? 'turn-body edited' : 'turn-body'}>
        <StepFilter items={timeline.of(steps)} isStreaming={isStreaming} />
        <div ref={frame} class="timeline" role="list" aria-label={l10n.t('Steps')}>
          {groups.map((group, index) => (
            <Group
              key={group.key}
              {...context}
              group={group}
              growsAt={isStreaming && index < groups.length - 1 ? PASSED : growsAt}
            />
          ))}
        </div>
      </div>
      {isStreaming && isWaiting && <Waiting waiting={waiting} isStalled={isStalled} />}
    </>
  );
}

/** So many groups are drawn at once; each that follows takes a frame, so that none is missed for hundreds of rows. */
const AT_ONCE = 2;

/** How many of the groups can be drawn by now. */
function useGroupsAtOnce(count: number): number {
  const { frames } = useStore();
  const limit = useSignal(AT_ONCE);
  const job = useMemo(
    () => ({
      run: () => {
        limit.value += 1;
        return false;
      },
    }),
    [],
  );
  useLayoutEffect(() => {
    if (limit.value < count) frames.add(job);
  }, [limit.value, count]);
  useLayoutEffect(() => () => frames.delete(job), [frames]);
  return limit.value;
}

/** Of groups before the last one: more of the turn comes, but nothing of theirs grows. */
const PASSED = Number.MAX_SAFE_INTEGER;

interface GroupProps extends StepContext {
  readonly group: TimelineGroup;
}

/** Rows that the browser skips together. Those in which nothing changed are not looked at. */
class Group extends Component<GroupProps> {
  override shouldComponentUpdate(next: GroupProps): boolean {
    const { props } = this;
    return (Object.keys(next) as (keyof GroupProps)[]).some((name) => next[name] !== props[name]);
  }

  override render({ group, ...context }: GroupProps): VNode {
    return (
      <div class="step-group" role="presentation">
        {group.items.map((item) => (
          <StepRow key={item.at} {...context} item={item} />
        ))}
      </div>
    );
  }
}
