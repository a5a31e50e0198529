import type { CommandHandlers } from '../../../catalog/ids';
import { unfinished } from '../unfinished';
import type { CommandParts } from '../playgroundCommands';

type Names =
  | 'showConversation'
  | 'renameConversation'
  | 'deleteConversation'
  | 'exportConversation'
  | 'importConversation'
  | 'filterConversations'
  | 'showAllConversations';

/** Commands on the conversations of this machine. */
export function historyCommands(_parts: CommandParts): CommandHandlers<Names> {
  return {
    showConversation: unfinished,
    renameConversation: unfinished,
    deleteConversation: unfinished,
    exportConversation: unfinished,
    importConversation: unfinished,
    filterConversations: unfinished,
    showAllConversations: unfinished,
  };
}
