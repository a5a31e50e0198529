import { button } from '../button';
import type { PanelContext } from '../context';
import { element } from '../element';
import { fill } from '../fill';
import type { TurnSection } from '../turnSections';

/** Goes from one candidate of an answer to the next. */
export const candidateSwitch: TurnSection = (turn, { streaming }, context) => {
  const count = turn.alternatives?.length ?? 0;
  if (count < 2 || streaming) return undefined;
  const { strings, format } = context;
  const at = turn.chosen ?? 0;
  const words = [format.count(at + 1), format.count(count)] as const;
  const step = (by: 1 | -1): HTMLElement => {
    const index = at + by;
    const result = button({
      label: by < 0 ? strings.previousCandidate : strings.nextCandidate,
      icon: by < 0 ? 'chevron-left' : 'chevron-right',
      bare: true,
      onClick: () => {
        if (index >= 0 && index < count) void choose(context, turn.id, index, count);
      },
    });
    result.dataset.focus = by < 0 ? 'previous' : 'next';
    if (index < 0 || index >= count) result.setAttribute('aria-disabled', 'true');
    return result;
  };
  return element(
    'div',
    { class: 'candidates', attributes: { role: 'group', 'aria-label': strings.candidates } },
    step(-1),
    element('span', { text: fill(strings.candidateOf, ...words) }),
    step(1),
  );
};

async function choose(
  context: PanelContext,
  turn: string,
  index: number,
  count: number,
): Promise<void> {
  if (!(await context.ask('chooseCandidate', { turn, index }))) return;
  const { strings, format } = context;
  context.announce(fill(strings.candidateShown, format.count(index + 1), format.count(count)));
}
