import type * as vscode from 'vscode';
import { AppError } from '../base/errors';
import type { CommandArguments, CommandName } from '../catalog/commands';
import { onlyChild } from '../catalog/kindOperations';
import type { ResourceRef } from '../catalog/ref';
import { chosenRows, resourceCommand } from './commands';
import type { ResourcesContext } from './context';
import {
  documentUri,
  isDocument,
  isMissing,
  showMissing,
  type MissingRowDeps,
} from './tree/missingRow';
import type { TreeNode } from './tree/nodes';

export interface RunDeps extends MissingRowDeps {
  readonly view: vscode.TreeView<TreeNode>;
  readonly context: () => Promise<ResourcesContext>;
}

/**
 * Runs a command on the rows that it is meant for; false for a command of another room. If the only one of them was deleted
 * elsewhere, that is said in place of the error.
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
  // On a resource, something new is for the collection that has no row of its own.
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
