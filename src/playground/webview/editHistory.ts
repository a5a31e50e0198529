import * as l10n from '@vscode/l10n';
import type { PanelContext, TurnSection } from './context';
import { button } from './controls';
import { element } from './dom';
import { icon } from '../../webview/kit/icon';

/** Goes from one candidate of an answer to the next. */
export const candidateSwitch: TurnSection = (turn, { streaming }, context) => {
  const count = turn.alternatives?.length ?? 0;
  if (count < 2 || streaming) return undefined;
  const { format } = context;
  const at = turn.chosen ?? 0;
  const words = [format.count(at + 1), format.count(count)] as const;
  const step = (by: 1 | -1): HTMLElement => {
    const index = at + by;
    const result = button({
      label: by < 0 ? l10n.t('Previous Candidate') : l10n.t('Next Candidate'),
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
    {
      class: 'candidates',
      attributes: { role: 'group', 'aria-label': l10n.t('Candidates of this answer') },
    },
    step(-1),
    element('span', { text: l10n.t('{0} of {1}', ...words) }),
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
  const { format } = context;
  context.announce(
    l10n.t('Candidate {0} of {1} is shown.', format.count(index + 1), format.count(count)),
  );
}

/** Says that the words of an answer are not only the model's. */
export const editedMark: TurnSection = (turn, _place) =>
  turn.edited
    ? element('p', { class: 'edited-mark' }, icon('edit'), l10n.t('Edited by you'))
    : undefined;
