import { credentialNeed, type CredentialNeed } from '../api/credentialNeed';
import { commandRow, type CommandName } from './commandTable';

/** Returns the credential that a command's API method requires. Undefined if any works. */
export function commandNeed(name: CommandName): CredentialNeed | undefined {
  const { needs } = commandRow(name);
  return needs && credentialNeed({ operation: needs });
}

/** Whether a command requires a signed-in user. */
export function needsAccount(name: CommandName): boolean {
  return commandNeed(name)?.accepts === 'oauth';
}
