import * as l10n from '@vscode/l10n';
import { DEFAULT_MODE, type Turn } from '../../conversation/model/conversation';
import { MODES } from '../../conversation/model/modes';
import { cacheBeginning } from './cacheBeginning';
import { convertActions } from './copyConverted';
import { editingActions } from './editing';
import { editorActions } from './editor';
import { inspectActions } from './inspect';
import { interactionActions } from './interactionHandlers';
import type { PanelDeps, TurnAction } from './panelDeps';
import { expectationOf } from './prompts/expectation';
import { type ChoiceRow, type Choices, pickFrom, separated } from './choices';

/** What makes a prompt file of a turn, and a test of one. */
const promptActions: readonly TurnAction[] = [
  {
    label: () => l10n.t('Save as Prompt File…'),
    icon: 'save',
    when: ({ role }) => role === 'user',
    run: ({ actions, session }, { id }) =>
      actions.savePrompt(session, { text: '', over: false, upTo: id }),
  },
  {
    label: () => l10n.t('Save as Test Case…'),
    icon: 'beaker',
    when: (turn) => turn.role === 'model' && expectationOf(turn).length > 0,
    run: ({ actions, session }, { id }) => actions.saveTestCase(session, id),
  },
];

/** What the service keeps of a conversation. */
const cacheActions: readonly TurnAction[] = [
  {
    label: () => l10n.t('Cache This Beginning…'),
    icon: 'archive',
    when: (_turn, { session }) => {
      const { isChat, hasSteps } = MODES[session.conversation.mode ?? DEFAULT_MODE];
      return isChat === true && !hasSteps;
    },
    run: async ({ session, prompts }, { id }) => {
      await cacheBeginning(session, prompts, id);
    },
  },
];

/** Everything that can be done with a turn, in the order of its menu; a line stands between the groups. */
const GROUPS: readonly (readonly TurnAction[])[] = [
  ...editingActions,
  editorActions,
  [...inspectActions, ...convertActions],
  promptActions,
  cacheActions,
  interactionActions,
];

/** Lets the user choose from VS Code's own list what is done with a turn, and does it. */
export async function showTurnMenu(deps: PanelDeps, id: string): Promise<void> {
  await pickFrom(deps.prompts, turnChoices(deps, id));
}

/** What can be done with a turn; one that is gone meanwhile has nothing. */
export function turnChoices(deps: PanelDeps, id: string): Choices {
  const { session } = deps;
  const find = (): Turn | undefined => session.conversation.turns.find((turn) => turn.id === id);
  const turn = find();
  const row = (action: TurnAction): ChoiceRow => ({
    id: action.label(),
    label: action.label(),
    icon: action.icon,
    ...('next' in action && { leads: true }),
    async choose() {
      const now = find();
      if (!now) return false;
      if ('next' in action) return action.next(deps, now);
      await action.run(deps, now);
      return true;
    },
  });
  return {
    title: turn?.role === 'user' ? l10n.t('Your message') : l10n.t('Answer'),
    placeholder: l10n.t('Choose what to do with this message'),
    rows: async () =>
      turn
        ? GROUPS.flatMap((group, index) => {
            const rows = group.filter(({ when }) => when?.(turn, deps) ?? true).map(row);
            return index === 0 ? rows : separated(rows, '');
          })
        : [],
  };
}
