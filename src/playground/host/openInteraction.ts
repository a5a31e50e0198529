import * as vscode from 'vscode';
import { commandId } from '../../catalog/commands';
import type { ResourceRef } from '../../catalog/ref';
import type { Interactions } from '../../service/interactions';
import type { Panels } from './panels';

/** Opens an interaction where it was begun; as JSON where its conversation is not on this machine any more. */
export async function openInteraction(
  target: ResourceRef,
  { interactions }: { readonly interactions: Pick<Interactions, 'find'> },
  panels: Pick<Panels, 'openById' | 'read'>,
): Promise<void> {
  const { connection, name } = target;
  const record = await interactions.find({ connection, id: name.replace(/^interactions\//, '') });
  const { conversation } = record ?? {};
  if (conversation !== undefined && (await panels.read(conversation))) {
    await panels.openById(conversation);
  } else {
    await vscode.commands.executeCommand(commandId('open'), target);
  }
}
