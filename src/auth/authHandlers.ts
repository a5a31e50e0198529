import * as vscode from 'vscode';
import type { CommandHandlers } from '../catalog/commands';
import { GET_STARTED, WALKTHROUGH } from '../catalog/walkthrough';
import type { AuthParts } from './parts';
import type { AuthCommand } from './register';

/** Begins the ids of walkthroughs, as `workbench.action.openWalkthrough` wants them. */
const EXTENSION = 'generative-language.generative-language#';

const openWalkthrough = async (id: string): Promise<void> => {
  await vscode.commands.executeCommand(
    'workbench.action.openWalkthrough',
    `${EXTENSION}${id}`,
    false,
  );
};

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
    getStarted: () => openWalkthrough(GET_STARTED),
    setUpOAuth: () => openWalkthrough(WALKTHROUGH),
    diagnoseConnection: async (target) =>
      (await import('./doctor/diagnose')).diagnoseConnection(parts, target),
    exportAdc: async (target) =>
      (await import('./exportCredentials')).exportCredentials(parts, target),
    importEnvironment: async () => (await import('./importEnvironment')).importEnvironment(parts),
    useEmulator: async () => (await import('./connectionMenu')).useEmulator(parts),
    async manageConnections() {
      const choice = await (await import('./connectionMenu')).manageConnections(parts);
      if (choice) await parts.run(choice.command, choice.target);
    },
  };
}
