import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { CHAT_VENDOR } from '../../src/catalog/ids';
import { userSettings } from '../../src/auth/createAuth';
import { EMULATOR_ID } from '../../src/service/connection';
import type { LoadedList, Store } from '../../src/service/store';
import { ChatProvider } from '../../src/languageModel/host/chatProvider';
import { functionName } from '../../src/conversation/tools/chatTools';
import { until } from '../fakes/until';
import { HeardPrompts } from './support/heardPrompts';
import { activated, resetConnections, setMaxAttempts, withPrompts } from './support/extension';
import { startTestEmulator } from './support/playground';

/** Classes that the declarations of 1.105 lack. */
const { LanguageModelDataPart: DataPart, LanguageModelThinkingPart: ThinkingPart } =
  vscode as unknown as {
    readonly LanguageModelDataPart: new (
      data: Uint8Array,
      mimeType: string,
    ) => { readonly data: Uint8Array; readonly mimeType: string };
    readonly LanguageModelThinkingPart: new () => { readonly value: string };
  };
const { LanguageModelToolCallPart: CallPart, LanguageModelTextPart: TextPart } = vscode;
const { User, Assistant } = vscode.LanguageModelChatMessage;

/** One pixel, as VS Code decodes images. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const run = (name: string) => vscode.commands.executeCommand(`generativeLanguage.${name}`);

const TOOLS: vscode.LanguageModelChatTool[] = ['find_kites', 'read kites'].map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { properties: { place: { type: ['string', 'null'] } } },
}));

describe('models in chat', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;

  before(async () => {
    await resetConnections();
    await setMaxAttempts(1);
    emulator = await startTestEmulator();
  });
  after(async () => {
    await emulator.close();
    await setMaxAttempts(undefined);
    await resetConnections();
  });

  async function find(id: string): Promise<vscode.LanguageModelChat> {
    const [model] = await vscode.lm.selectChatModels({ vendor: CHAT_VENDOR, id });
    return model ?? assert.fail(`${id} doesn’t exist.`);
  }

  /** The parts of a response; the last one is the usage. */
  async function send(
    messages: vscode.LanguageModelChatMessage[],
    options: vscode.LanguageModelChatRequestOptions = {},
    id = 'emulator-pro-preview',
  ): Promise<unknown[]> {
    const parts: unknown[] = [];
    const { stream } = await (await find(id)).sendRequest(messages, options);
    for await (const part of stream) parts.push(part);
    return parts;
  }

  const textOf = (parts: readonly unknown[]): string =>
    parts.map((part) => (part instanceof TextPart ? part.value : '')).join('');

  /** Calls two tools, and returns the response to their results, which have an image. */
  async function callTools(): Promise<string> {
    const question = User(`Use find_kites [[call:${functionName('read kites')}]]`);
    const asked = await send([question], { tools: TOOLS });
    const calls = asked.filter((part) => part instanceof CallPart);
    assert.deepEqual(
      calls.map(({ name }) => name),
      ['find_kites', 'read kites'],
    );
    const picture = new DataPart(PNG, 'image/png');
    const results = calls.map(
      ({ callId }) =>
        new vscode.LanguageModelToolResultPart(callId, [new TextPart('Three kites'), picture]),
    );
    const image = new vscode.LanguageModelChatMessage(1, [picture as never]);
    const messages = [image, question, Assistant(calls), User(results)];
    return textOf(await send(messages, { tools: TOOLS }));
  }

  for (const isOff of [false, true]) {
    describe(`with AI features ${isOff ? 'off' : 'on'}`, () => {
      const set = async (value: boolean): Promise<void> =>
        await vscode.workspace
          .getConfiguration('chat')
          .update('disableAIFeatures', value, vscode.ConfigurationTarget.Global);
      before(() => set(isOff));
      after(() => set(true));

      it('are those that generate, with their limits', async () => {
        const models = await vscode.lm.selectChatModels({ vendor: CHAT_VENDOR });
        const ids = models.map(({ id }) => id);
        assert.ok(ids.includes('gemini-3.8-flash'), ids.join());
        assert.ok(!ids.some((id) => /embedding|image|live|tts/.test(id)), ids.join());
        const { family, maxInputTokens, countTokens } = await find('emulator-pro');
        assert.deepEqual([family, maxInputTokens], ['gemini-emulator-pro', 200_000]);
        assert.ok((await countTokens('x'.repeat(4000))) > 400);
      });

      it('stream text, thoughts, and usage, and are seen in Traffic', async () => {
        const { services } = await activated();
        services.traffic.clear();
        const parts = await send([User('What is a kite?')]);
        assert.ok(textOf(parts).length > 20);
        assert.ok(parts.some((part) => part instanceof ThinkingPart && part.value !== ''));
        const usage = parts.at(-1);
        assert.ok(usage instanceof DataPart && usage.mimeType === 'usage');
        const counts = JSON.parse(Buffer.from(usage.data).toString()) as { prompt_tokens: number };
        assert.ok(counts.prompt_tokens > 0);
        const [entry] = services.traffic.entries;
        assert.equal(entry?.name, 'models.streamGenerateContent');
        assert.ok(entry.recording);
      });
    });
  }

  describe('in any window', () => {
    it('end the request at the server when they are canceled', async () => {
      await emulator.control('DELETE', 'log');
      await emulator.control('POST', 'speed', { latency: 0, rate: 500 });
      const source = new vscode.CancellationTokenSource();
      const model = await find('emulator-flash');
      const { stream } = await model.sendRequest([User('[[tokens:5000]]')], {}, source.token);
      for await (const _part of stream) source.cancel();
      for (;;) {
        const [entry] = await emulator.streams();
        if (entry?.closedEarly) break;
      }
      await emulator.control('POST', 'speed', { latency: 0, rate: 0 });
    });

    // Each way to end: test/unit/languageModel/chatTurn.test.ts.
    for (const [prompt, code, message] of [
      ['[[block-prompt]]', 'Blocked', /blocked this message/],
      ['[[fail:403]]', 'NoPermissions', /permission/],
    ] as const) {
      it(`say in one sentence how they ended: ${prompt}`, async () => {
        await assert.rejects(send([User(`Tell a story ${prompt}`)]), (error: Error) => {
          assert.match(error.message, message);
          assert.ok(!error.message.includes('\n'), error.message);
          assert.equal((error as vscode.LanguageModelError).code, code);
          return true;
        });
      });
    }

    it('send the saved signatures after a reload of the window', async () => {
      const question = User('Use find_kites');
      const [call] = (await send([question], { tools: TOOLS })).filter(
        (part) => part instanceof CallPart,
      );
      assert.ok(call);
      const { host, services } = await activated();
      const { storageUri, globalStorageUri } = host.context;
      const file = join((storageUri ?? globalStorageUri).fsPath, 'chatCalls.json');
      const saved = (): Promise<string> => readFile(file, 'utf8').catch(() => '');
      await until(async () => (await saved()).includes(call.callId));
      const records = new Map(
        (JSON.parse(await saved()) as [string, { readonly thoughtSignature?: string }][]).values(),
      );
      const { thoughtSignature } = records.get(call.callId) ?? {};
      assert.ok(thoughtSignature);
      await emulator.control('DELETE', 'log');
      const access = { settings: userSettings, asksFirst: async () => false };
      const reloaded = new ChatProvider(host, services, access, () => undefined);
      const result = new vscode.LanguageModelToolResultPart(call.callId, [new TextPart('Three')]);
      await reloaded.respond(
        { id: 'emulator-pro-preview' } as vscode.LanguageModelChatInformation,
        // Chat has dropped the thinking part.
        [question, Assistant([call]), User([result])] as never,
        { tools: TOOLS, toolMode: vscode.LanguageModelChatToolMode.Auto } as never,
        { report: () => undefined },
        new vscode.CancellationTokenSource().token,
      );
      reloaded.dispose();
      const [{ body = '' } = {}] = await emulator.streams();
      assert.ok(body.includes(thoughtSignature), body);
    });

    it('are recorded and replayed with the window', async () => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      const menu = async (answer: string, told: RegExp): Promise<void> => {
        const prompts = new HeardPrompts(answer);
        await withPrompts(prompts, async () => {
          await run('recordWindow');
          await prompts.hears(told);
        });
      };
      try {
        await menu('Record', /^Recording/);
        const recorded = await callTools();
        await menu('Stop Recording', /^Stopped recording/);
        await menu('Replay', /^Replaying/);
        await emulator.control('DELETE', 'log');
        assert.equal(await callTools(), recorded);
        assert.deepEqual(await emulator.streams(), []);
        await menu('Stop Replaying', /^Stopped replaying/);
      } finally {
        await run('stopEmulator');
        await rm(join(folder?.uri.fsPath ?? '', '.genlang'), { recursive: true, force: true });
      }
    });

    it('change with the connection, and are none without one', async () => {
      await find('emulator-pro');
      const changed = new Promise<void>((resolve) => {
        const listener = vscode.lm.onDidChangeChatModels(() => {
          listener.dispose();
          resolve();
        });
      });
      const prompts = new HeardPrompts();
      await withPrompts(prompts, async () => {
        await resetConnections();
        await changed;
        assert.deepEqual(await vscode.lm.selectChatModels({ vendor: CHAT_VENDOR }), []);
      });
      assert.deepEqual(prompts.asked, []);
    });

    it('ask for a connection or its host only if VS Code allows questions', async () => {
      const { host, services } = await activated();
      let lists = 0;
      const list = async (): Promise<LoadedList> => {
        lists += 1;
        return { items: [] };
      };
      const store = Object.assign(Object.create(services.store) as Store, { list });
      const settings = { read: () => undefined, onDidChange: services.connections.onDidChange };
      const access = { settings, asksFirst: async () => true };
      const provider = new ChatProvider(host, { ...services, store }, access, () => undefined);
      const { token } = new vscode.CancellationTokenSource();
      const prompts = new HeardPrompts();
      await withPrompts(prompts, async () => {
        await provider.models({ silent: true }, token);
        assert.deepEqual(prompts.asked, []);
        await provider.models({ silent: false }, token);
        assert.notDeepEqual(prompts.asked, []);
      });
      await services.connections.activate(EMULATOR_ID);
      await provider.models({ silent: true }, token);
      assert.equal(lists, 0);
      await provider.models({ silent: false }, token);
      assert.equal(lists, 1);
      provider.dispose();
    });
  });
});
