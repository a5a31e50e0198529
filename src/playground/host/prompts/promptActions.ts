import type { TurnAction } from '../turnAction';

/** What makes a prompt file of a turn. */
export const promptActions: readonly TurnAction[] = [
  {
    label: (l10n) => l10n.t('Save as Prompt File…'),
    icon: 'save',
    when: ({ role }) => role === 'user',
    run: ({ actions, session }, { id }) =>
      actions.savePrompt(session, { text: '', over: false, upTo: id }),
  },
];
