import { batchCommands } from './batches';
import { connectionCommands } from './connections';
import { environmentCommands } from './environments';
import { playgroundCommands } from './playground';
import { recordingCommands } from './recordings';
import { requestCommands } from './requests';
import { resourceCommands } from './resources';
import type { CommandRow } from './row';
import { testingCommands } from './testing';

export type { CommandRow, NodeType } from './row';

/** Every command, in the order of package.json. */
export const commandTable = {
  ...connectionCommands,
  ...resourceCommands,
  ...environmentCommands,
  ...batchCommands,
  ...requestCommands,
  ...recordingCommands,
  ...testingCommands,
  ...playgroundCommands,
} as const;

type Table = typeof commandTable;

export type CommandName = keyof Table;

/** The commands whose handlers the playground loads itself. */
export type PlaygroundCommand = keyof typeof playgroundCommands;

/** The commands that rows of the tree can have, which are their verbs. */
export type Verb = {
  [N in CommandName]: Table[N] extends { readonly tree: object } ? N : never;
}[CommandName];

export function commandRow(name: CommandName): CommandRow {
  return commandTable[name];
}

export function commandNames(): readonly CommandName[] {
  return Object.keys(commandTable) as CommandName[];
}

/** The verbs in the order of their menu. */
export function verbs(): readonly Verb[] {
  return commandNames()
    .flatMap((name) => ({ name, group: commandRow(name).tree?.group }))
    .filter((row): row is { name: Verb; group: string } => row.group !== undefined)
    .sort((a, b) => a.group.localeCompare(b.group, 'en', { numeric: true }))
    .map(({ name }) => name);
}

/**
 * The commands that the title of a view has though they take a row. VS Code runs what a title has with the row that has
 * the focus, whatever that is, exactly as the menu of that row would: so a title has a command of its own for each
 * (`titleCommandId`), which takes nothing and is hidden everywhere else.
 */
export function titleCommands(): readonly CommandName[] {
  return commandNames().filter((name) => {
    const { viewTitle, takes } = commandRow(name);
    return viewTitle !== undefined && takes !== undefined;
  });
}
