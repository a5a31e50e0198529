import type { CommandHandlers } from '../../../catalog/ids';
import { unfinished } from '../unfinished';
import type { CommandParts } from '../playgroundCommands';

type Names = 'runPrompt' | 'openPrompt' | 'savePrompt';

/** Commands on prompt files. */
export function promptCommands(_parts: CommandParts): CommandHandlers<Names> {
  return { runPrompt: unfinished, openPrompt: unfinished, savePrompt: unfinished };
}
