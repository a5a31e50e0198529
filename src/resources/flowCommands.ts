import type { CommandName } from '../catalog/commands';

/** The commands whose work is a flow of its own; which one, `flows` says, and loads with the first of them. */
export const flowCommands = [
  'create',
  'rename',
  'delete',
  'restoreDeleted',
  'editText',
  'editSelected',
  'importChunks',
  'importResource',
  'exportResource',
  'share',
  'changeRole',
  'transferOwnership',
  'auditAccess',
  'search',
  'answer',
  'createTunedModel',
  'filterByAccess',
  'showLoss',
  'cancelOperation',
  'goToResource',
] as const satisfies readonly CommandName[];

export type FlowCommand = (typeof flowCommands)[number];

/** Those that a key runs on the row with the focus; the others ask where nothing was clicked. */
export const KEYED: readonly FlowCommand[] = ['rename', 'delete'];
