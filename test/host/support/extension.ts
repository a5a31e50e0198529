import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestApi } from '../../../src/extension';
import type { Prompts } from '../../../src/platform/prompts';

export const EXTENSION_ID = 'generative-language.generative-language';

export function extension(): vscode.Extension<TestApi> {
  const found = vscode.extensions.getExtension<TestApi>(EXTENSION_ID);
  assert.ok(found, 'The extension doesn’t exist.');
  return found;
}

/** The extension's services; activates it where it is not active yet. */
export async function activated(): Promise<TestApi> {
  return await extension().activate();
}

/** Runs with these prompts in place of VS Code's dialogs, which refuse to open in such tests. */
export async function withPrompts<T>(prompts: Prompts, work: () => Promise<T>): Promise<T> {
  const { host } = await activated();
  const replaced = {
    pick: prompts.pick.bind(prompts),
    pickMany: prompts.pickMany.bind(prompts),
    live: prompts.live.bind(prompts),
    input: prompts.input.bind(prompts),
    confirm: prompts.confirm.bind(prompts),
    notify: prompts.notify.bind(prompts),
  };
  // The dialogs' methods are of their class; own properties go before them until they are deleted.
  Object.assign(host.prompts, replaced);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(replaced)) Reflect.deleteProperty(host.prompts, name);
  }
}

/** How often a call is sent at most; without a number, as often as by default. */
export async function setMaxAttempts(attempts: number | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration('generativeLanguage');
  await settings.update('retry.maxAttempts', attempts, vscode.ConfigurationTarget.Global);
}

/** Back to a window and settings in which nothing is configured, and no row of the tree was opened or closed. */
export async function resetConnections(): Promise<void> {
  const { host } = await activated();
  const settings = vscode.workspace.getConfiguration('generativeLanguage');
  await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
  await settings.update('activeConnection', undefined, vscode.ConfigurationTarget.Global);
  await host.context.workspaceState.update('activeConnection', undefined);
  await host.context.workspaceState.update('resources.open', undefined);
}

/** Waits until what is marked in documents fulfils something. */
export async function diagnosed(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise<void>((resolve) => {
      const subscription = vscode.languages.onDidChangeDiagnostics(() => {
        subscription.dispose();
        resolve();
      });
    });
  }
}
