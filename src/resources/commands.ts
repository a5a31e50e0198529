import type * as vscode from 'vscode';
import { refKey, type ResourceRef } from '../catalog/ref';
import { focusedRow } from '../platform/treeRows';
import type { CommandName, CommandArguments } from '../catalog/commands';
import { AppError } from '../base/errors';
import { onlyChild } from '../catalog/kindOperations';
import type { ResourceHandler, ResourcesContext } from './context';
import {
  documentUri,
  isDocument,
  isMissing,
  showMissing,
  type MissingRowDeps,
} from './tree/missingRow';
import type { TreeNode } from './tree/nodes';

interface CommandRow {
  /** Loads the handler on first use, because the tree doesn't need it. */
  readonly load: () => Promise<ResourceHandler>;
  /**
   * Whether a keybinding exists, so the focused row is a target. Other commands prompt if the user clicked
   * no row.
   */
  readonly isKeyed?: true;
}

const triggers = () => import('./triggers/triggerCommands');

export const resourceCommands = {
  create: { load: async () => (await import('./create/createResource')).createResource },
  rename: {
    load: async () => (await import('./create/renameResource')).renameResource,
    isKeyed: true,
  },
  delete: {
    load: async () => (await import('./remove/removeResources')).removeResources,
    isKeyed: true,
  },
  restoreDeleted: { load: async () => (await import('./remove/restoreDeleted')).restoreDeleted },
  keepLonger: { load: async () => (await import('./create/keepLonger')).keepLonger },
  changeSecret: { load: async () => (await import('./create/changeSecret')).changeSecret },
  createVoice: { load: async () => (await import('./voices/createVoice')).createVoice },
  findVoices: { load: async () => (await import('./voices/findVoices')).findVoices },
  playVoice: { load: async () => (await import('./voices/playVoice')).playVoice },
  pingWebhook: { load: async () => (await import('./webhooks/changeWebhook')).pingWebhook },
  enableWebhook: { load: async () => (await import('./webhooks/changeWebhook')).enableWebhook },
  disableWebhook: { load: async () => (await import('./webhooks/changeWebhook')).disableWebhook },
  rotateSecret: { load: async () => (await import('./webhooks/changeWebhook')).rotateSecret },
  checkDelivery: { load: async () => (await import('./webhooks/checkDelivery')).checkDelivery },
  cacheFiles: { load: async () => (await import('./create/cacheFiles')).cacheFiles },
  editText: { load: async () => (await import('./documents/documentText')).editText },
  editSelected: { load: async () => (await import('./chunks/editSelected')).editSelected },
  importChunks: { load: async () => (await import('./chunks/importChunks')).importChunks },
  importResource: { load: async () => (await import('./transfer/importResource')).importResource },
  exportResource: { load: async () => (await import('./transfer/exportResource')).exportResource },
  share: { load: async () => (await import('./sharing/share')).share },
  changeRole: { load: async () => (await import('./sharing/changeRole')).changeRole },
  transferOwnership: {
    load: async () => (await import('./sharing/transferOwnership')).transferOwnership,
  },
  auditAccess: { load: async () => (await import('./sharing/auditAccess')).auditAccess },
  search: { load: async () => (await import('./search/searchResource')).searchResource },
  answer: { load: async () => (await import('./search/answerFromCorpus')).answerFromCorpus },
  saveQuestion: { load: async () => (await import('./search/saveQuestion')).saveQuestion },
  createTunedModel: {
    load: async () => (await import('./tuning/createTunedModel')).createTunedModel,
  },
  filterByAccess: { load: async () => (await import('./tree/viewState')).filterByAccess },
  showLoss: { load: async () => (await import('./tuning/showLoss')).showLoss },
  cancelOperation: { load: async () => (await import('./tuning/cancelOperation')).cancelOperation },
  cancelInteraction: {
    load: async () => (await import('./tree/cancelInteraction')).cancelInteraction,
  },
  openResults: { load: async () => (await import('./batches/openResults')).openResults },
  exportResults: { load: async () => (await import('./batches/exportResults')).exportResults },
  resubmitFailed: { load: async () => (await import('./batches/resubmitFailed')).resubmitFailed },
  cancelBatch: { load: async () => (await import('./batches/cancelBatch')).cancelBatch },
  copyEnvironment: {
    load: async () => (await import('./environments/copyEnvironment')).copyEnvironment,
  },
  runTrigger: { load: async () => (await triggers()).runTrigger },
  pauseTrigger: { load: async () => (await triggers()).pauseTrigger },
  resumeTrigger: { load: async () => (await triggers()).resumeTrigger },
  openRunInteraction: { load: async () => (await triggers()).openRunInteraction },
  goToResource: { load: async () => (await import('./tree/goToResource')).goToResource },
} as const satisfies { readonly [N in CommandName]?: CommandRow };

/** Not declared at activation. Commands that no other module handles are looked up here. */
export type ResourceCommand = keyof typeof resourceCommands;

/** Undefined for other modules' commands. */
export function resourceCommand(name: CommandName): CommandRow | undefined {
  return isResourceCommand(name) ? resourceCommands[name] : undefined;
}

function isResourceCommand(name: CommandName): name is ResourceCommand {
  return Object.hasOwn(resourceCommands, name);
}

/**
 * Returns a command's targets: the clicked row first, plus the selection if it contains that row.
 * @param isKeyed whether the command has a keybinding, so the focused row counts
 */
export async function chosenRows<T extends ResourceRef>(
  view: vscode.TreeView<T>,
  clicked: ResourceRef | undefined,
  selected: readonly ResourceRef[] | undefined,
  isKeyed: boolean,
): Promise<readonly ResourceRef[]> {
  const isByKey = !clicked && isKeyed;
  const first = isByKey ? await focusedRow(view) : clicked;
  if (!first) return [];
  const others = isByKey ? view.selection : (selected ?? []);
  const key = refKey(first);
  const isAmong = others.some((row) => refKey(row) === key);
  return isAmong ? [first, ...others.filter((row) => refKey(row) !== key)] : [first];
}

interface RunDeps extends MissingRowDeps {
  readonly view: vscode.TreeView<TreeNode>;
  readonly context: () => Promise<ResourcesContext>;
}

/**
 * Runs a command on its targets. False for other modules' commands. Shows a message if the only target was
 * deleted elsewhere.
 */
export async function runResourceCommand(
  deps: RunDeps,
  name: CommandName,
  args: readonly unknown[],
): Promise<boolean> {
  const row = resourceCommand(name);
  if (!row) return false;
  const [clicked, selected] = args as CommandArguments<'delete'>;
  const chosen = await chosenRows(deps.view, clicked, selected, row.isKeyed ?? false);
  // "Create" on a resource applies to its collection if the collection has no row.
  const targets = name === 'create' ? chosen.map((one) => onlyChild(one) ?? one) : chosen;
  const handler = await row.load();
  try {
    await handler(await deps.context(), targets);
  } catch (error) {
    const [target] = chosen;
    if (chosen.length !== 1 || !target || !(await isGone(target, error))) throw error;
    showMissing(deps, target);
  }
  return true;
}

async function isGone(target: ResourceRef, error: unknown): Promise<boolean> {
  if (!(error instanceof AppError) || error.reason !== 'notFound') return false;
  return isDocument(target) && (await isMissing(documentUri(target)));
}
