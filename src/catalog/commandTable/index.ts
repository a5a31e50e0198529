import { credentialNeed, type CredentialNeed } from '../../api/credentialNeed';
import { batchCommands, environmentCommands } from './environmentsAndBatches';
import { connectionCommands } from './connections';
import { playgroundCommands } from './playground';
import { recordingCommands, testingCommands } from './testingAndRecordings';
import { requestCommands } from './requests';
import { resourceCommands } from './resources';
import type { CommandRow } from './row';

export type { CommandRow, NodeType } from './row';

/** All commands, in the order of package.json. */
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

export type PlaygroundCommand = keyof typeof playgroundCommands;

/** Commands that tree rows can have, which are their verbs. */
export type Verb = {
  [N in CommandName]: Table[N] extends { readonly tree: object } ? N : never;
}[CommandName];

export function commandRow(name: CommandName): CommandRow {
  return commandTable[name];
}

export function commandNames(): readonly CommandName[] {
  return Object.keys(commandTable) as CommandName[];
}

export function verbs(): readonly Verb[] {
  return commandNames()
    .flatMap((name) => ({ name, group: commandRow(name).tree?.group }))
    .filter((row): row is { name: Verb; group: string } => row.group !== undefined)
    .sort((a, b) => a.group.localeCompare(b.group, 'en', { numeric: true }))
    .map(({ name }) => name);
}

/**
 * Returns the row commands that also appear in a view title. VS Code would pass the focused row, so titles use separate
 * commands without arguments (`titleCommandId`).
 */
export function titleCommands(): readonly CommandName[] {
  return commandNames().filter((name) => {
    const { viewTitle, takes } = commandRow(name);
    return viewTitle !== undefined && takes !== undefined;
  });
}

/** Returns the credential that a command's API method requires. Undefined if any works. */
export function commandNeed(name: CommandName): CredentialNeed | undefined {
  const { needs } = commandRow(name);
  return needs && credentialNeed({ operation: needs });
}

/** Whether a command requires a signed-in user. */
export function needsAccount(name: CommandName): boolean {
  return commandNeed(name)?.accepts === 'oauth';
}
