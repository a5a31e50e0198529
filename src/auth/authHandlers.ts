import * as vscode from 'vscode';
import type { CommandHandlers, CommandName } from '../catalog/commands';
import { GET_STARTED, SET_UP_OAUTH } from '../catalog/ids';
import type { AuthDeps } from './authDeps';

/**
 * Returns the handlers of connection commands. Each flow is loaded on first use.
 * @param extensionId with the publisher that the package was made for
 */
export function authHandlers(deps: AuthDeps, extensionId: string) {
  const openWalkthrough = async (name: string): Promise<void> => {
    const id = `${extensionId}#${name}`;
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false);
  };
  return {
    addApiKey: async () => (await import('./addApiKey')).addApiKey(deps),
    addApiKeyForEndpoint: async () => (await import('./addApiKey')).addApiKeyForEndpoint(deps),
    addConnection: async () => (await import('./addConnection')).addConnection(deps),
    switchConnection: async () => (await import('./connectionMenu')).switchConnection(deps),
    editConnection: async (target) =>
      (await import('./editConnection')).editConnection(deps, target),
    renameConnection: async (target) =>
      (await import('./editConnection')).renameConnection(deps, target),
    duplicateConnection: async (target) =>
      (await import('./editConnection')).duplicateConnection(deps, target),
    removeConnection: async (target) =>
      (await import('./removeConnection')).removeConnection(deps, target),
    signIn: async (target) => (await import('./signInCommand')).signIn(deps, target),
    signOut: async (target) => (await import('./signOut')).signOut(deps, target),
    signOutEverywhere: async () => (await import('./signOut')).signOutEverywhere(deps),
    getStarted: () => openWalkthrough(GET_STARTED),
    setUpOAuth: () => openWalkthrough(SET_UP_OAUTH),
    diagnoseConnection: async (target) =>
      (await import('./doctor/diagnose')).diagnoseConnection(deps, target),
    exportAdc: async (target) => (await import('./exportAdc')).exportCredentials(deps, target),
    importEnvironment: async () => (await import('./addApiKey')).importEnvironment(deps),
    useEmulator: async () => (await import('./connectionMenu')).useEmulator(deps),
    async manageConnections() {
      const choice = await (await import('./connectionMenu')).manageConnections(deps);
      if (choice) await deps.run(choice.command, choice.target);
    },
  } satisfies Partial<CommandHandlers<CommandName>>;
}
