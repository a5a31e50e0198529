import { chooseAgent } from './pickers';
import * as vscode from 'vscode';
import { type CommandHandlers, commandId, type PlaygroundCommand } from '../../catalog/commands';
import { editorCommands } from './editorCommands';
import { historyCommands } from './history/historyCommands';
import type { LoadedHistory } from './history/createHistory';
import type { PlaygroundHost } from '../../conversation/session/context';
import type { Panels } from './panels';
import { promptCommands, type PromptFileEditors } from './prompts/promptEditors';
import type { ResourceRef } from '../../catalog/ref';
import type { Interactions } from '../../service/interactions';
import { showAnswer } from './interactionHandlers';

/** What the playground's commands work on. */
interface CommandDeps {
  readonly host: PlaygroundHost;
  readonly panels: () => Promise<Panels>;
  readonly history: { readonly load: () => Promise<LoadedHistory> };
  readonly promptFiles: PromptFileEditors;
}

/** Runs a command of the playground. `args` were checked against its row in the table of commands. */
export async function runPlaygroundCommand(
  deps: CommandDeps,
  name: PlaygroundCommand,
  args: readonly unknown[],
): Promise<void> {
  const handler: (...values: never[]) => void | Promise<void> = handlers(deps)[name];
  await handler(...(args as readonly never[]));
}

function handlers(deps: CommandDeps): CommandHandlers<PlaygroundCommand> {
  const { host, panels, history, promptFiles } = deps;
  return {
    async openPlayground(target) {
      await (await panels()).open(target);
    },
    async askAboutFile(target) {
      if (target) await (await panels()).askAbout(target);
    },
    async askStore(target) {
      if (target) await (await panels()).askStore(target);
    },
    async openInteraction(target) {
      if (target) await openInteraction(target, host, await panels());
    },
    async askAgent(target) {
      if (target) await (await panels()).askAgent(target);
    },
    async chooseAgent(target) {
      const all = await panels();
      const agent = await chooseAgent({ ...all.services, prompts: host.prompts }, target);
      if (agent) await all.askAgent(agent);
    },
    async openConversation() {
      await (await panels()).openConversation();
    },
    async choosePlaygroundModel() {
      await (await panels()).current?.choose('model');
    },
    async choosePlaygroundMode() {
      await (await panels()).current?.choose('mode');
    },
    async choosePlaygroundVersion() {
      await (await panels()).current?.choose('version');
    },
    async choosePlaygroundConnection() {
      await (await panels()).current?.choose('connection');
    },
    async showMessageActions() {
      await (await panels()).current?.showMessageActions();
    },
    async showPlaygroundSettings() {
      (await panels()).current?.focus('settings');
    },
    async renameOpenConversation() {
      (await panels()).current?.focus('title');
    },
    async focusComposer() {
      (await panels()).current?.focus('composer');
    },
    async focusLastMessage() {
      (await panels()).current?.focus('lastMessage');
    },
    async compareModels(target) {
      await (await panels()).compare(target);
    },
    async getCode() {
      (await panels()).current?.tell({ name: 'getCode' });
    },
    ...historyCommands(host, panels, () => history.load()),
    ...promptCommands(host, panels, promptFiles),
    ...editorCommands(panels, host.prompts),
  };
}

/**
 * Opens an interaction at the answer that it is, and reads on in it where the service still works on it; as JSON where
 * its conversation is not on this machine any more.
 */
async function openInteraction(
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
