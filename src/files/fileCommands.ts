import type { CommandName } from '../catalog/commands';

/** The commands whose work is a flow of this room; which one, `flows` says, and loads with the first of them. */
export const resourceCommands = [
  'uploadAgain',
  'downloadFile',
  'copyUri',
  'deleteStale',
] as const satisfies readonly CommandName[];

export type ResourceCommand = (typeof resourceCommands)[number];
export type FileCommand = ResourceCommand | 'uploadFiles';
