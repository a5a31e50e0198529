import * as vscode from 'vscode';
import { commandId } from '../../catalog/commands';
import type { ResourceRef } from '../../catalog/ref';
import type { Interactions } from '../../service/interactions';
import { showAnswer } from './interactionHandlers';
import type { Panels } from './panels';

/**
 * Opens an interaction at the answer that it is, and reads on in it where the service still works on it; as JSON where
 * its conversation is not on this machine any more.
 */
export async function openInteraction(
  target: ResourceRef,
  { interactions }: { readonly interactions: Pick<Interactions, 'find'> },
  panels: Pick<Panels, 'all' | 'openById' | 'read'>,
): Promise<void> {
  const { connection, name } = target;
  const record = await interactions.find({ connection, id: name.replace(/^interactions\//, '') });
  const { conversation, turn } = record ?? {};
  if (conversation !== undefined && (await panels.read(conversation))) {
    await panels.openById(conversation);
    const panel = panels.all.find(({ session }) => session.conversation.id === conversation);
    if (panel && turn !== undefined) {
      await showAnswer(panel.session, turn, (event) => panel.tell(event));
    }
  } else {
    await vscode.commands.executeCommand(commandId('open'), target);
  }
}
