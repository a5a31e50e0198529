import type {
  ActivityTarget,
  ConnectionTarget,
  ConversationTarget,
  ExchangeTarget,
  ResourceRef,
} from './ref';
import type { commands } from './commandTable';
import type { FileTarget } from '../base/fileTarget';

import { PREFIX } from './ids';

export type CommandName = keyof typeof commands;

type Arguments = {
  readonly nothing: readonly [];
  readonly target: readonly [target?: ResourceRef, selected?: readonly ResourceRef[]];
  readonly connection: readonly [target?: ConnectionTarget];
  readonly exchange: readonly [target?: ExchangeTarget];
  readonly activity: readonly [target?: ActivityTarget];
  readonly conversation: readonly [
    target?: ConversationTarget,
    selected?: readonly ConversationTarget[],
  ];
  readonly files: readonly [target?: FileTarget, selected?: readonly FileTarget[]];
};
export type CommandArguments<N extends CommandName> = Arguments[(typeof commands)[N]];

/** A handler for each of these commands; a missing one does not compile. */
export type CommandHandlers<N extends CommandName> = {
  readonly [K in N]: (...args: CommandArguments<K>) => void | Promise<void>;
};

/** The playground room registers these itself. */
export const PLAYGROUND_COMMANDS = [
  'openPlayground',
  'askAboutFile',
  'openConversation',
  'showConversation',
  'renameConversation',
  'deleteConversation',
  'exportConversation',
  'importConversation',
  'filterConversations',
  'showAllConversations',
  'runPrompt',
  'openPrompt',
  'savePrompt',
  'askAboutSelection',
  'addToPlayground',
  'compareModels',
  'getCode',
  'choosePlaygroundModel',
  'choosePlaygroundMode',
  'showPlaygroundSettings',
  'focusComposer',
  'focusLastMessage',
] as const;
export type PlaygroundCommand = (typeof PLAYGROUND_COMMANDS)[number];

export type CommandId = `${typeof PREFIX}.${CommandName}`;

export function commandId<N extends CommandName>(name: N): `${typeof PREFIX}.${N}` {
  return `${PREFIX}.${name}`;
}

/**
 * Commands that the title of a view has though they take a row. VS Code runs what a title has with the row that has
 * the focus, whatever that is, exactly as the menu of that row would: so a title has a command of its own for each,
 * which takes nothing and is hidden everywhere else.
 */
export const TITLE_COMMANDS = [
  'signIn',
  'diagnoseConnection',
  'refresh',
  'search',
  'runOperation',
  'openPlayground',
  'compareModels',
] as const satisfies readonly CommandName[];
export type TitleCommand = (typeof TITLE_COMMANDS)[number];

export function titleCommandId(name: TitleCommand): string {
  return `${PREFIX}.title.${name}`;
}

export function isTitleCommand(name: CommandName): name is TitleCommand {
  return (TITLE_COMMANDS as readonly CommandName[]).includes(name);
}
