import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { type CommandHandlers, commandId, type PlaygroundCommand } from '../../catalog/commands';
import { editorCommands } from './editorCommands';
import { historyCommands } from './history/historyCommands';
import type { LoadedHistory } from './history/createHistory';
import type { PlaygroundHost, SessionServices } from '../../conversation/session/context';
import type { Panels } from './panels';
import { promptCommands, type PromptFileEditors } from './prompts/promptEditors';
import type { ResourceRef } from '../../catalog/ref';
import type { Interactions } from '../../service/interactions';
import { showAnswer } from './interactionHandlers';
import { SERVICE_AGENTS } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import { CancelledError, errorMessage } from '../../base/errors';
import { textAt } from '../../base/json';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { nameOfId, resourceName } from '../../catalog/resourceName';
import { requireConnected } from '../../platform/errors';
import type { PickItem, Prompts } from '../../platform/prompts';

/** What the playground's commands work on. */
export interface CommandDeps {
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

type Services = Pick<SessionServices, 'connections' | 'models' | 'log'> & {
  readonly prompts: Pick<Prompts, 'pick'>;
};

/**
 * Asks for an agent: one of the service, which lists none of its own, or one of the user's. Undefined where it was
 * dismissed.
 * @param within the list that was clicked; of the connection in use by default.
 */
export async function chooseAgent(
  services: Services,
  within: ResourceRef | undefined,
): Promise<ResourceRef | undefined> {
  const { connections, prompts } = services;
  const active = requireConnected(connections.active);
  const collection = within?.collection ? within : topCollection('agent', active);
  if (!collection) return undefined;
  const { connection, version, kind } = collection;
  const refOf = (name: string): ResourceRef => ({ connection, version, kind, name });
  const own = SERVICE_AGENTS.map((id): PickItem<ResourceRef> => {
    return { label: id, icon: kindRow(kind).icon, value: refOf(nameOfId(collection, id)) };
  });
  const listed = listAgents(services, collection).then((agents) => [
    ...agents.map((agent, index) => ({
      label: kindRow(kind).label(agent),
      description: textAt(agent, 'description'),
      icon: kindRow(kind).icon,
      value: refOf(resourceName(collection, agent)),
      ...(index === 0 && { separator: l10n.t('Yours') }),
    })),
    ...own.map((row, index) => ({
      ...row,
      ...(index === 0 && { separator: l10n.t('Of the service') }),
    })),
  ]);
  return await prompts.pick(
    { title: l10n.t('Ask an Agent'), placeholder: l10n.t('Which one is to answer') },
    listed,
  );
}

/** None where they can't be listed: those of the service can be asked all the same. */
async function listAgents(
  { models, log }: Services,
  collection: ResourceRef,
): Promise<readonly JsonObject[]> {
  try {
    return await models.listed(collection);
  } catch (error) {
    if (!CancelledError.is(error)) log.warn(`agents: ${errorMessage(error)}`);
    return [];
  }
}
