import type { CommandHandlers } from '../../../catalog/ids';
import { unfinished } from '../unfinished';
import type { CommandParts } from '../playgroundCommands';

type Names = 'compareModels';

/** Opens a comparison of models. */
export function compareCommands(_parts: CommandParts): CommandHandlers<Names> {
  return { compareModels: unfinished };
}
