import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { openMenu } from '../../../webview/kit/menu';
import type { MenuRow } from '../../../webview/kit/menuRows';
import { groupLabel, STEP_GROUPS, type StepGroup } from '../../../conversation/model/stepKinds';
import { openerOf } from '../choiceMenu';
import { useStore } from '../useStore';
import { countGroups, type TimelineItem } from './timeline';

/** Fewer rows are seen at a glance. */
const FEW = 3;
/** Id of the row that shows all. */
const ALL = '';

export interface StepFilterProps {
  readonly items: readonly TimelineItem[];
  readonly isStreaming: boolean;
}

/** How many steps there are, and which kinds of them are shown: the choice holds for the whole conversation. */
export function StepFilter({ items, isStreaming }: StepFilterProps): VNode | null {
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
          openMenu(openerOf(event), {
            title: l10n.t('Steps to show'),
            load: async () => ({
              kind: 'choice',
              title: l10n.t('Steps to show'),
              rows: rowsOf(counts, hidden, format.count),
            }),
            choose: ({ id }) => {
              reading.hiddenSteps.value = chosen(hidden, id);
            },
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

/** What is hidden once a row of the menu was chosen: its kind comes or goes. */
function chosen(hidden: ReadonlySet<StepGroup>, id: string): ReadonlySet<StepGroup> {
  if (id === ALL) return new Set();
  const group = STEP_GROUPS.find((one) => one === id);
  const next = new Set(hidden);
  if (group && !next.delete(group)) next.add(group);
  return next;
}
