import * as vscode from 'vscode';
import { documentPath } from '../catalog/documents';
import { DOCUMENT_SCHEME } from '../catalog/ids';
import { refKey, type ResourceRef } from '../catalog/ref';
import type { Host } from '../platform/host';
import { focusedRow } from '../platform/treeRows';
import type { CommandArguments, CommandName } from '../catalog/commands';
import { AppError } from '../base/errors';
import { canDo, onlyChild } from '../catalog/kindOperations';
import type { Store } from '../service/store';
import type { ResourceHandler, ResourcesContext } from './context';
import { notifyDeleted } from './resourceTexts';
import type { LazyTree } from './tree/lazyTree';
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
    load: async () => (await import('./create/changeResource')).renameResource,
    isKeyed: true,
  },
  delete: {
    load: async () => (await import('./remove/removeResources')).removeResources,
    isKeyed: true,
  },
  restoreDeleted: { load: async () => (await import('./remove/restoreDeleted')).restoreDeleted },
  keepLonger: { load: async () => (await import('./create/changeResource')).keepLonger },
  changeSecret: { load: async () => (await import('./create/changeResource')).changeSecret },
  createVoice: { load: async () => (await import('./voices/createVoice')).createVoice },
  findVoices: { load: async () => (await import('./voices/findVoices')).findVoices },
  playVoice: { load: async () => (await import('./voices/findVoices')).playVoice },
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
    load: async () => (await import('./sharing/changeRole')).transferOwnership,
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
  cancelOperation: { load: async () => (await import('./stopJobs')).cancelOperation },
  cancelInteraction: {
    load: async () => (await import('./stopJobs')).cancelInteraction,
  },
  openResults: { load: async () => (await import('./batches/openResults')).openResults },
  exportResults: { load: async () => (await import('./batches/openResults')).exportResults },
  resubmitFailed: { load: async () => (await import('./batches/createBatch')).resubmitFailed },
  cancelBatch: { load: async () => (await import('./stopJobs')).cancelBatch },
  copyEnvironment: {
    load: async () => (await import('./documents/saveNewResource')).copyEnvironment,
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

interface MissingRowDeps {
  readonly host: Pick<Host, 'prompts' | 'report'>;
  readonly tree: Pick<LazyTree, 'load'>;
  readonly store: Pick<Store, 'find' | 'remove'>;
}

export function isDocument({ kind, version, collection }: ResourceRef): boolean {
  return !collection && canDo(kind, 'get', version);
}

export function documentUri(target: ResourceRef): vscode.Uri {
  return vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: documentPath(target) });
}

/**
 * Whether a document's resource was deleted, in which case VS Code would offer to create the file. The
 * document reuses the data that this call reads.
 */
export async function isMissing(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return false;
  } catch (error) {
    return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
  }
}

/**
 * Reports that a row's resource was deleted elsewhere. Not awaited, because notifications wait for the user.
 */
export function showMissing({ host, tree, store }: MissingRowDeps, target: ResourceRef): void {
  const { prompts, report } = host;
  const refresh = async (collection: ResourceRef): Promise<unknown> =>
    (await tree.load()).model.refresh(collection);
  notifyDeleted({ prompts, store, refresh }, target).catch((error: unknown) =>
    report('resources', error),
  );
}
