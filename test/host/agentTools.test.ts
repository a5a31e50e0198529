import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type AgentHost, createAgentTools } from '../../src/agent/host/agentTools';
import { toDisposable } from '../../src/base/disposable';
import { until } from '../fakes/until';
import { activated, extension, EXTENSION_ID, resetConnections } from './support/extension';
import { startTestEmulator } from './support/playground';

const { lm, workspace } = vscode;

const PROMPT = {
  format: 1,
  model: 'models/emulator-flash',
  messages: [{ role: 'user', text: '[[echo]]{{topic}}' }],
  cases: [
    {
      name: 'kites',
      variables: { topic: 'a kite' },
      expect: [{ type: 'contains', value: 'kite' }],
    },
  ],
};

async function invoke(name: string, input: object): Promise<string> {
  const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}

async function setting(name: string, value: unknown): Promise<void> {
  await workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

describe('agent tools in VS Code', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let folder: string;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
    const [first] = workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = join(first.uri.fsPath, 'agent');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'topic.prompt.json'), JSON.stringify(PROMPT));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await emulator.close();
    await resetConnections();
  });

  it('are offered with their schemas', () => {
    const { contributes } = extension().packageJSON as {
      contributes: { languageModelTools: { name: string; inputSchema: object }[] };
    };
    for (const { name, inputSchema } of contributes.languageModelTools) {
      assert.deepEqual(lm.tools.find((tool) => tool.name === name)?.inputSchema, inputSchema, name);
    }
  });

  it('work offline, and say what is wrong with an input', async () => {
    const described = await invoke('gemini_describe_api', { name: 'models.countTokens' });
    assert.match(described, /^POST \/v1beta\/\{model=models\/\*\}:countTokens$/m);
    await assert.rejects(invoke('gemini_list_models', { key: 'x' }), /takes filter, ids/);
    const path = workspace.asRelativePath(join(folder, 'topic.prompt.json'), false);
    const ran = await invoke('gemini_run_prompt_tests', { files: [path] });
    assert.match(ran, /^1 passed, 0 failed, 0 errored/);
    await assert.rejects(
      invoke('gemini_run_prompt_tests', { files: ['../../secret.prompt.json'] }),
      /isn’t in the workspace/,
    );
  });

  it('show failed requests of the window, without the key', async () => {
    const { services } = await activated();
    const { active } = services.connections;
    assert.ok(active);
    const client = await services.clients.get(active.id);
    const body = { contents: [{ parts: [{ text: 'Hi' }] }] };
    await assert.rejects(client.call('models.generateContent', { model: 'models/none', body }));
    const text = await invoke('gemini_last_failures', {});
    assert.match(text, /^models\.generateContent from this window at .*, status 404/);
    assert.match(text, /Advice: The model may be retired/);
    assert.doesNotMatch(text, /emulator-key/);
  });

  it('ask with the price before they use a live connection, and refuse a call without that', async () => {
    const { host, services } = await activated();
    const { connections } = services;
    const active = { id: 'livelive', name: 'My *own*', endpoint: 'https://a.test', auth: 'none' };
    const agent = createAgentTools({
      ...host,
      ...services,
      connections: { ...connections, active },
      settings: { read: () => undefined, onDidChange: () => toDisposable(() => undefined) },
    } as unknown as AgentHost);
    const input = { store: 'fileSearchStores/x', query: 'kites' };
    const { token } = new vscode.CancellationTokenSource();
    const invoked = agent.invoke(
      'gemini_search_store',
      { input, toolInvocationToken: undefined },
      token,
    );
    await assert.rejects(invoked, /The user hasn’t allowed this call\. Nothing was sent\./);
    const { confirmationMessages } = await agent.prepare('gemini_search_store', input);
    const { message } = confirmationMessages ?? {};
    assert.ok(message instanceof vscode.MarkdownString);
    assert.match(message.value, /“My \\\*own\\\*”.*Estimated cost/);
    const free = await agent.prepare('gemini_list_models', {});
    assert.equal(free.confirmationMessages, undefined);
  });

  it('copy a configuration for other agents, without a key', async () => {
    await vscode.commands.executeCommand('generativeLanguage.copyMcpConfiguration');
    await until(async () => (await vscode.env.clipboard.readText()).includes('mcpServers'));
    const copied = JSON.parse(await vscode.env.clipboard.readText()) as {
      mcpServers: { [name: string]: { command: string; args: string[] } };
    };
    const { command, args } = copied.mcpServers['gemini-api'] ?? {};
    assert.deepEqual([command, args?.slice(1)], ['npx', ['generative-language-emulator', 'mcp']]);
  });

  for (const isOff of [false, true]) {
    it(`are there with AI features ${isOff ? 'off' : 'on'}, and as an MCP server if the setting is on`, async () => {
      const ofMcp = (): vscode.LanguageModelToolInformation | undefined =>
        lm.tools.find(({ name }) => /^mcp_.*gemini_list_models$/.test(name));
      const input = { ids: ['gemini-3.8-flash'] };
      await until(() => ofMcp() === undefined);
      await setting('chat.disableAIFeatures', isOff);
      await setting('generativeLanguage.mcp.enabled', true);
      try {
        assert.match(await invoke('gemini_list_models', input), /stable/);
        await until(async () => {
          await vscode.commands.executeCommand(
            'workbench.mcp.startServer',
            `${EXTENSION_ID}/Gemini API`,
            { waitForLiveTools: true },
          );
          return ofMcp() !== undefined;
        });
        assert.match(await invoke(ofMcp()?.name ?? '', input), /gemini-3\.8-flash/);
      } finally {
        await setting('generativeLanguage.mcp.enabled', undefined);
        await setting('chat.disableAIFeatures', true);
      }
    });
  }
});
