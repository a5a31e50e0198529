import type { CommandHandlers } from '../../../catalog/commands';
import type { CommandParts } from '../playgroundCommands';

/** Opens a comparison of models. */
export function compareCommands({ panels }: CommandParts): CommandHandlers<'compareModels'> {
  return {
    async compareModels(target) {
      await (await panels()).compare(target);
    },
  };
}
