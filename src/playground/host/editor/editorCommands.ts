import type { CommandHandlers } from '../../../catalog/ids';
import { unfinished } from '../unfinished';
import type { CommandParts } from '../playgroundCommands';

type Names = 'askAboutSelection' | 'addToPlayground';

/** Commands that take what is in an editor into the playground. */
export function editorCommands(_parts: CommandParts): CommandHandlers<Names> {
  return { askAboutSelection: unfinished, addToPlayground: unfinished };
}
