import { nextIndex } from '../../../webview/kit/rovingFocus';
import './steps.css';
import { useSignal, useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { type VNode, Component } from 'preact';
import { useRef, useMemo, useLayoutEffect } from 'preact/hooks';
import type { ModelTurn, TurnInteraction } from '../../../conversation/model/conversation';
import { type StepGroup, STEP_GROUPS, groupLabel } from '../../../conversation/model/interaction';
import { responseFormat } from '../../../conversation/model/requestFields';
import { Waiting } from '../waiting';
import { useStore } from '../useStore';
import { StepRow, type StepContext } from './stepRow';
import { stepSources } from './stepSources';
import { type TimelineItem, type TimelineGroup, Timeline, countGroups } from './timeline';
import { Button } from '../../../webview/kit/button';
import { openMenu } from '../../../webview/kit/menu';
import type { MenuRow } from '../../../webview/kit/menuList';
import { menuOpener } from '../pickers';

const IN_COLUMN = { orientation: 'vertical', page: 10, stops: true } as const;

function stepsIn(element: Element): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('.step')];
}

const TAB_STOP = '.step[tabindex="0"]';

/** Ensures that one step per turn is a tab stop: the last focused one, or the first. */
function ensureTabStop(timeline: Element): void {
  if (timeline.querySelector(TAB_STOP)) return;
  const first = timeline.querySelector<HTMLElement>('.step');
  if (first) first.tabIndex = 0;
}

export function makeTabStop(step: Element): void {
  const before = step.closest('.timeline')?.querySelector<HTMLElement>(TAB_STOP);
  if (before === step || !(step instanceof HTMLElement)) return;
  if (before) before.tabIndex = -1;
  step.tabIndex = 0;
}

/**
 * Handles keys on steps. Arrows, Home, End, and page keys move. Enter, Space, Left, and Right toggle.
 * Alt+arrows move from anywhere in the turn. Returns whether the key was handled.
 */
export function onStepKey({ key, target, altKey }: KeyboardEvent, turn: HTMLElement): boolean {
  if (!(target instanceof Element)) return false;
  const steps = stepsIn(turn);
  const step = target.closest<HTMLElement>('.step');
  const at = steps.findIndex((one) => one === step);
  if (altKey) {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
    return focusStep(steps[at + (key === 'ArrowDown' ? 1 : -1)]);
  }
  if (!step || (step !== target && !target.matches('.step-opener'))) return false;
  const to = nextIndex(key, at, steps.length, IN_COLUMN);
  if (to !== undefined) return focusStep(steps[to]);
  return openStep(step, key);
}

function focusStep(step: HTMLElement | undefined): boolean {
  if (!step) return false;
  step.focus({ preventScroll: true });
  step.scrollIntoView({ block: 'nearest' });
  return true;
}

function openStep(step: HTMLElement, key: string): boolean {
  const opener = step.querySelector<HTMLElement>('.step-opener');
  if (!opener) return false;
  const isOpen = opener.getAttribute('aria-expanded') === 'true';
  const isWanted = key === 'Enter' || key === ' ' || key === (isOpen ? 'ArrowLeft' : 'ArrowRight');
  if (isWanted) opener.click();
  return isWanted;
}

interface TimelineViewProps {
  readonly turn: ModelTurn;
  readonly interaction: TurnInteraction;
  readonly isStreaming: boolean;
  readonly isEdited: boolean;
}

export function TimelineView(props: TimelineViewProps): VNode {
  const { turn, isStreaming, isEdited } = props;
  const { id } = turn;
  const store = useStore();
  const frame = useRef<HTMLDivElement>(null);
  const timeline = useMemo(() => new Timeline(), []);
  const grown = useSignal(0);
  useLayoutEffect(() => {
    if (!isStreaming) return undefined;
    const listening = store.turns.onDelta(id, () => grown.value++);
    return () => listening.dispose();
  }, [store, id, isStreaming]);
  const now = grown.value > 0 && isStreaming ? store.turnNow(id) : turn;
  const interaction = now?.role === 'model' ? now.interaction : undefined;
  const { steps, status, times, tokens } = interaction ?? props.interaction;
  const hidden = store.reading.hiddenSteps.value;
  const groups = timeline.groups(steps, hidden);
  const sources = useMemo(
    () => (isStreaming || turn.edited ? undefined : stepSources(steps)),
    [isStreaming, turn.edited, steps],
  );
  useLayoutEffect(() => {
    if (frame.current) ensureTabStop(frame.current);
  });
  // Results are no longer expected if another turn follows.
  const isLast = useComputed(() => store.turns.ids.value.at(-1) === id).value;
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

/** For groups before the last one: the turn grows, but none of their rows. */
const PASSED = Number.MAX_SAFE_INTEGER;

interface GroupProps extends StepContext {
  readonly group: TimelineGroup;
}

/** Rows in one `content-visibility` container. Skips rendering if unchanged. */
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

const FEW = 3;
const ALL = '';

interface StepFilterProps {
  readonly items: readonly TimelineItem[];
  readonly isStreaming: boolean;
}

function StepFilter({ items, isStreaming }: StepFilterProps): VNode | null {
  const { reading, format } = useStore();
  const hidden = reading.hiddenSteps.value;
  const counts = countGroups(items);
  const away = items.filter(({ group }) => hidden.has(group)).length;
  if (away === 0 && (items.length < FEW || counts.size < 2)) return null;
  const all = format.count(items.length);
  return (
    <div class="step-filter">
      <span class="step-count" aria-live={isStreaming ? 'off' : undefined}>
        {away === 0
          ? l10n.t('{0} steps', all)
          : l10n.t('{0} of {1} steps', format.count(items.length - away), all)}
      </span>
      <Button
        label={l10n.t('Filter Steps…')}
        icon={away === 0 ? 'filter' : 'filter-filled'}
        bare
        class={away === 0 ? undefined : 'on'}
        hasMenu
        onClick={(event) =>
          openMenu(menuOpener(event), {
            title: l10n.t('Steps to show'),
            load: async () => ({
              kind: 'choice',
              title: l10n.t('Steps to show'),
              rows: rowsOf(counts, hidden, format.count),
            }),
            choose: ({ id }) => (reading.hiddenSteps.value = chosen(hidden, id)),
          })
        }
      />
    </div>
  );
}

function rowsOf(
  counts: ReadonlyMap<StepGroup, number>,
  hidden: ReadonlySet<StepGroup>,
  count: (value: number) => string,
): readonly MenuRow[] {
  const groups = STEP_GROUPS.filter((group) => counts.has(group) || hidden.has(group));
  return [
    { id: ALL, label: l10n.t('All Steps'), isCurrent: hidden.size === 0 },
    ...groups.map((group, index) => ({
      id: group,
      label: groupLabel(group),
      description: count(counts.get(group) ?? 0),
      isCurrent: !hidden.has(group),
      ...(index === 0 && { separator: '' }),
    })),
  ];
}

function chosen(hidden: ReadonlySet<StepGroup>, id: string): ReadonlySet<StepGroup> {
  if (id === ALL) return new Set();
  const group = STEP_GROUPS.find((one) => one === id);
  const next = new Set(hidden);
  if (group && !next.delete(group)) next.add(group);
  return next;
}
