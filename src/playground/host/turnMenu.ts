import type { Turn } from '../conversation';
import { editingActions } from './editing/editingActions';
import { editorActions } from './editor/editorActions';
import type { HandlerParts } from './handlerParts';
import { inspectActions } from './inspect/inspectActions';
import { promptActions } from './prompts/promptActions';
import type { TurnAction } from './turnAction';

/** Everything that can be done with a turn, in the order of its menu. */
const ACTIONS: readonly TurnAction[] = [
  ...editingActions,
  ...editorActions,
  ...inspectActions,
  ...promptActions,
];

/** Lets the user choose what is done with a turn, and does it. A turn that is gone meanwhile has no menu. */
export async function showTurnMenu(parts: HandlerParts, id: string): Promise<void> {
  const { session, prompts, l10n } = parts;
  const find = (): Turn | undefined => session.conversation.turns.find((turn) => turn.id === id);
  const turn = find();
  if (!turn) return;
  const shown = ACTIONS.filter((action) => action.when?.(turn, parts) ?? true);
  const chosen = await prompts.pick<TurnAction>(
    { title: titleOf(turn, parts), placeholder: l10n.t('Choose what to do with this message') },
    shown.map((action) => ({
      label: action.label(l10n),
      icon: action.icon,
      value: action,
    })),
  );
  const now = find();
  if (now) await chosen?.run(parts, now);
}

function titleOf({ role }: Turn, { l10n }: HandlerParts): string {
  return role === 'user' ? l10n.t('Your message') : l10n.t('Answer');
}
