import type { CommandName } from '../catalog/commands';

/**
 * The commands on resources, which are registered when the extension starts: what each does loads with the first use of
 * one (`commands.ts`).
 */
export const resourceCommandNames = [
  'create',
  'rename',
  'delete',
  'restoreDeleted',
  'keepLonger',
  'pingWebhook',
  'enableWebhook',
  'disableWebhook',
  'rotateSecret',
  'checkDelivery',
  'changeSecret',
  'createVoice',
  'findVoices',
  'playVoice',
  'cacheFiles',
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
  'cancelInteraction',
  'openResults',
  'exportResults',
  'resubmitFailed',
  'cancelBatch',
  'copyEnvironment',
  'runTrigger',
  'pauseTrigger',
  'resumeTrigger',
  'openRunInteraction',
  'goToResource',
] as const satisfies readonly CommandName[];

export type ResourceCommand = (typeof resourceCommandNames)[number];

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
