import * as vscode from 'vscode';
import type { CommandHandlers, PlaygroundCommand } from '../../catalog/commands';
import { commandArguments, isForLostRow } from '../../catalog/commandArguments';
import { staleSelection } from '../../platform/errors';
import { codeCommands } from './code/codeCommands';
import { compareCommands } from './compare/compareCommands';
import { editorCommands } from './editor/editorCommands';
import { historyCommands } from './history/historyCommands';
import type { History } from './history/register';
import type { Panels } from './panels';
import { promptCommands } from './prompts/promptCommands';
import type { PromptFileEditors } from './prompts/register';
import type { PlaygroundHost } from './register';

/** What the playground's commands work on. */
export interface CommandParts {
  readonly host: PlaygroundHost;
  readonly panels: () => Promise<Panels>;
  readonly history: History;
  readonly promptFiles: PromptFileEditors;
}

/** Runs a command of the playground with what VS Code, or another extension, called it with. */
export async function runPlaygroundCommand(
  parts: CommandParts,
  name: PlaygroundCommand,
  called: readonly unknown[],
): Promise<void> {
  if (isForLostRow(name, called)) throw staleSelection(vscode.l10n);
  const args = commandArguments(name, ...called);
  // Each takes the arguments of its own row in the table of commands, which they were read by.
  const handler = handlers(parts)[name] as (...values: typeof args) => void | Promise<void>;
  await handler(...args);
}

function handlers(parts: CommandParts): CommandHandlers<PlaygroundCommand> {
  const { panels } = parts;
  return {
    async openPlayground(target) {
      await (await panels()).open(target);
    },
    async askAboutFile(target) {
      if (target) await (await panels()).askAbout(target);
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
    async showPlaygroundSettings() {
      (await panels()).current?.focus('settings');
    },
    async focusComposer() {
      (await panels()).current?.focus('composer');
    },
    async focusLastMessage() {
      (await panels()).current?.focus('lastMessage');
    },
    ...historyCommands(parts),
    ...promptCommands(parts),
    ...editorCommands(parts),
    ...compareCommands(parts),
    ...codeCommands(parts),
  };
}
