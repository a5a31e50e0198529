import type { CommandHandlers } from '../../../catalog/ids';
import { unfinished } from '../unfinished';
import type { CommandParts } from '../playgroundCommands';

type Names = 'getCode';

/** Shows the request of the panel that has the focus as code. */
export function codeCommands(_parts: CommandParts): CommandHandlers<Names> {
  return { getCode: unfinished };
}
