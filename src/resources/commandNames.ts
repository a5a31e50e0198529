import type { CommandName } from '../catalog/commands';

/** Commands on the tree's rows and view. Other commands are in `commands.ts`. */
export const treeCommands = [
  'refresh',
  'open',
  'openFile',
  'copyName',
  'loadMore',
  'loadAll',
  'showError',
  'filterResources',
  'clearFilter',
  'sortResources',
  'showOlder',
  'hideOlder',
  'clearSearch',
] as const satisfies readonly CommandName[];

export type TreeCommand = (typeof treeCommands)[number];
