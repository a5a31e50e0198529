import type { CommandHandlers } from '../../../catalog/commands';
import type { CommandParts } from '../playgroundCommands';

type Names = 'getCode';

/** Shows the request of the panel that has the focus as code. */
export function codeCommands({ panels }: CommandParts): CommandHandlers<Names> {
  return {
    async getCode() {
      (await panels()).current?.tell({ name: 'getCode' });
    },
  };
}
