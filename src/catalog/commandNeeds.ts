import { credentialNeed, type CredentialNeed } from '../api/credentialNeed';
import { commandRow, type CommandName } from './commandTable';

/** What the operation of a command has to be signed with; undefined where it needs none in particular. */
export function commandNeed(name: CommandName): CredentialNeed | undefined {
  const { needs } = commandRow(name);
  return needs && credentialNeed({ operation: needs });
}

/** Whether a command does nothing without a signed-in user. */
export function needsAccount(name: CommandName): boolean {
  return commandNeed(name)?.accepts === 'oauth';
}
