import type { FileTarget } from '../base/fileTarget';
import type { CommandName, commandTable } from './commandTable';
import { PREFIX } from './ids';
import type {
  ActivityTarget,
  ConnectionTarget,
  ConversationTarget,
  ExchangeTarget,
  ResourceRef,
  TestAnswerTarget,
  TestCasesTarget,
} from './ref';

export type { CommandName, PlaygroundCommand } from './commandTable';

interface Arguments {
  readonly target: readonly [target?: ResourceRef, selected?: readonly ResourceRef[]];
  readonly connection: readonly [target?: ConnectionTarget];
  readonly exchange: readonly [target?: ExchangeTarget];
  readonly activity: readonly [target?: ActivityTarget];
  readonly conversation: readonly [
    target?: ConversationTarget,
    selected?: readonly ConversationTarget[],
  ];
  readonly testAnswer: readonly [target?: TestAnswerTarget];
  readonly testCases: readonly [target?: TestCasesTarget];
  readonly files: readonly [target?: FileTarget, selected?: readonly FileTarget[]];
}

/** What the handler of a command is given, by what its row says that it takes. */
export type CommandArguments<N extends CommandName> = (typeof commandTable)[N] extends {
  readonly takes: infer T extends keyof Arguments;
}
  ? Arguments[T]
  : readonly [];

/** A handler for each of these commands; a missing one does not compile. */
export type CommandHandlers<N extends CommandName> = {
  readonly [K in N]: (...args: CommandArguments<K>) => void | Promise<void>;
};

/** As VS Code knows the command. The table itself is not loaded for this. */
export function commandId<N extends CommandName>(name: N): `${typeof PREFIX}.${N}` {
  return `${PREFIX}.${name}`;
}

const TITLE = `${PREFIX}.title.`;

/** Id of a command in the title of a view, where it works on no row; see `titleCommands`. */
export function titleCommandId(name: CommandName): string {
  return `${TITLE}${name}`;
}

/** The command that an id of package.json stands for, and whether it is the one for the title of a view. */
export function parseCommandId(id: string): {
  readonly name: CommandName;
  readonly isOfTitle: boolean;
} {
  const isOfTitle = id.startsWith(TITLE);
  const start = isOfTitle ? TITLE.length : PREFIX.length + 1;
  return { name: id.slice(start) as CommandName, isOfTitle };
}
