import * as vscode from 'vscode';
import { commandId, type CommandHandlers } from '../catalog/ids';
import type { AuthParts } from './parts';
import type { AuthCommand } from './register';

/** Extension id and walkthrough id, as `workbench.action.openWalkthrough` wants them. */
const WALKTHROUGH = 'generative-language.generative-language#generativeLanguage.setUpOAuth';

/** What each command around connections does. Its flow loads with its first use. */
export function authHandlers(parts: AuthParts): CommandHandlers<AuthCommand> {
  return {
    async addApiKey() {
      const flow = await import('./addApiKey');
      await flow.addApiKey(parts, flow.DEFAULT_ENDPOINT);
    },
    addApiKeyForEndpoint: async () => (await import('./addApiKey')).addApiKeyForEndpoint(parts),
    addConnection: async () => (await import('./addConnection')).addConnection(parts),
    switchConnection: async () => (await import('./connectionMenu')).switchConnection(parts),
    editConnection: async (target) =>
      (await import('./editConnection')).editConnection(parts, target),
    renameConnection: async (target) =>
      (await import('./editConnection')).renameConnection(parts, target),
    duplicateConnection: async (target) =>
      (await import('./duplicateConnection')).duplicateConnection(parts, target),
    removeConnection: async (target) =>
      (await import('./removeConnection')).removeConnection(parts, target),
    signIn: async (target) => (await import('./signInFlow')).signIn(parts, target),
    signOut: async (target) => (await import('./signOut')).signOut(parts, target),
    signOutEverywhere: async () => (await import('./signOut')).signOutEverywhere(parts),
    async setUpOAuth() {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false);
    },
    diagnoseConnection: async (target) =>
      (await import('./doctor/diagnose')).diagnoseConnection(parts, target),
    exportAdc: async (target) =>
      (await import('./exportCredentials')).exportCredentials(parts, target),
    importEnvironment: async () => (await import('./importEnvironment')).importEnvironment(parts),
    useEmulator: async () => (await import('./connectionMenu')).useEmulator(parts),
    async manageConnections() {
      const command = await (await import('./connectionMenu')).manageConnections(parts);
      if (command) await vscode.commands.executeCommand(commandId(command));
    },
  };
}
