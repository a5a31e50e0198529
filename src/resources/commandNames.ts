import type { CommandName } from '../catalog/commands';

/** The commands that work on the tree's own rows and on what it shows. */
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
