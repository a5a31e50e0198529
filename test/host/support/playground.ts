import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { startEmulator } from '../../../src/emulator/server';
import type { ModelTurn } from '../../../src/conversation/model/conversation';
import type { PlaygroundPanel } from '../../../src/playground/host/panel';
import { activated } from './extension';

const CONNECTION = 'playtest';

interface LogEntry {
  readonly operation?: string;
  readonly body?: string;
  readonly closedEarly?: boolean;
}

/** An emulator in this process, as a connection of the user, which the test steers. It answers at once. */
export async function startTestEmulator() {
  const { host } = await activated();
  await forgetLastUsed(host.context.globalStorageUri, 'lastModel.json', 'keptSettings.json');
  const emulator = await startEmulator({ speed: { latency: 0, rate: 0 } });
  const { baseUrl, apiKey, controlToken } = emulator;
  const stored = JSON.stringify({ origin: baseUrl, key: apiKey });
  await host.context.secrets.store(`apiKey.${CONNECTION}`, stored);
  const settings = vscode.workspace.getConfiguration('generativeLanguage');
  const entry = { id: CONNECTION, name: 'Test emulator', endpoint: baseUrl, auth: 'apiKey' };
  await settings.update('connections', [entry], vscode.ConfigurationTarget.Global);
  const { services } = await activated();
  await services.connections.activate(CONNECTION);

  async function control(verb: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${baseUrl}/$emulator/${path}`, {
      method: verb,
      headers: { 'x-emulator-control': controlToken, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, `${verb} ${path}: ${await answer.clone().text()}`);
    return await answer.json();
  }

  return {
    control,
    /** Calls the API as another program does. @param path below `v1beta/`. */
    async call(method: string, path: string, body?: object): Promise<{ readonly id: string }> {
      const answer = await fetch(`${baseUrl}/v1beta/${path}`, {
        method,
        headers: { 'x-goog-api-key': apiKey, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      assert.equal(answer.status, 200, `${method} ${path}: ${await answer.clone().text()}`);
      return (await answer.json()) as { readonly id: string };
    },
    /** Streams that were asked for, oldest first. */
    async streams(): Promise<readonly LogEntry[]> {
      const { entries } = (await control('GET', 'log')) as { entries: LogEntry[] };
      return entries.filter(({ operation }) => operation === 'models.streamGenerateContent');
    },
    async close(): Promise<void> {
      await host.context.secrets.delete(`apiKey.${CONNECTION}`);
      await emulator.close();
    },
  };
}

/** A new playground begins with the model used last and the settings kept: none, wherever a suite begins. */
async function forgetLastUsed(storage: vscode.Uri, ...names: readonly string[]): Promise<void> {
  for (const name of names) await rm(vscode.Uri.joinPath(storage, name).fsPath, { force: true });
}

/** Opens a playground with the command, and waits until its page has loaded. */
export async function openPlayground(): Promise<PlaygroundPanel> {
  const { playground } = await activated();
  const panels = await playground.panels();
  const before = new Set(panels.all);
  await vscode.commands.executeCommand('generativeLanguage.openPlayground');
  const opened = panels.all.find((panel) => !before.has(panel));
  assert.ok(opened, 'No panel was opened.');
  await told(opened, () => opened.isReady && opened.session.state.model !== undefined);
  return opened;
}

/** Resolves when something holds, which is looked at whenever the panel is told anything. */
export function told(panel: Pick<PlaygroundPanel, 'session'>, holds: () => boolean): Promise<void> {
  if (holds()) return Promise.resolve();
  return new Promise((resolve) => {
    const subscription = panel.session.onDidEmit(() => {
      if (!holds()) return;
      subscription.dispose();
      resolve();
    });
  });
}

export function answerOf(panel: PlaygroundPanel): ModelTurn {
  const last = panel.session.state.turns.at(-1);
  assert.equal(last?.role, 'model');
  return last;
}

export function textOf(panel: PlaygroundPanel): string {
  const { parts = [] } = answerOf(panel).content;
  return parts.map(({ text = '' }) => text).join('');
}

/** Sends a message and waits until its answer has ended. */
export async function ask(panel: PlaygroundPanel, text: string): Promise<ModelTurn> {
  await panel.session.send(text);
  await told(panel, () => panel.session.state.streaming === undefined);
  return answerOf(panel);
}
