import type { FileTarget } from '../base/fileTarget';
import type { CommandName, commandTable } from './commandTable';
import { PREFIX } from './ids';
import type {
  ActivityTarget,
  ConnectionTarget,
  ConversationTarget,
  ExchangeTarget,
  PlaceTarget,
  ResourceRef,
  RunsTarget,
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
  readonly place: readonly [target?: PlaceTarget];
  readonly runs: readonly [target?: RunsTarget];
  readonly files: readonly [target?: FileTarget, selected?: readonly FileTarget[]];
}

export type CommandArguments<N extends CommandName> = (typeof commandTable)[N] extends {
  readonly takes: infer T extends keyof Arguments;
}
  ? Arguments[T]
  : readonly [];

/** Handlers of all these commands. A missing handler is a compile error. */
export type CommandHandlers<N extends CommandName> = {
  readonly [K in N]: (...args: CommandArguments<K>) => void | Promise<void>;
};

/** Returns the command's ID in VS Code, without loading the command table. */
export function commandId<N extends CommandName>(name: N): `${typeof PREFIX}.${N}` {
  return `${PREFIX}.${name}`;
}

const TITLE = `${PREFIX}.title.`;

/** Returns the ID of a command in a view title, which works on no row. See `titleCommands`. */
export function titleCommandId(name: CommandName): string {
  return `${TITLE}${name}`;
}

/** Parses a command ID of package.json into its name and whether it belongs to a view title. */
export function parseCommandId(id: string): {
  readonly name: CommandName;
  readonly isOfTitle: boolean;
} {
  const isOfTitle = id.startsWith(TITLE);
  const start = isOfTitle ? TITLE.length : PREFIX.length + 1;
  return { name: id.slice(start) as CommandName, isOfTitle };
}
