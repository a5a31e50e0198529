import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { collectionRef } from '../../src/catalog/ref';
import { usualPlace } from '../../src/terminals/windowMenu';
import { activated, resetConnections, setMaxAttempts, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { ask, openPlayground, startTestEmulator, textOf } from './support/playground';
import { windowEmulator } from './support/windowEmulator';

const run = (name: string) => vscode.commands.executeCommand(`generativeLanguage.${name}`);

const RECORDINGS = usualPlace({ name: 'Test emulator' });

describe('a window that records and replays', () => {
  let upstream: Awaited<ReturnType<typeof startTestEmulator>>;
  let folder: string;
  let prompts: HeardPrompts;
  let isUp = true;

  before(async () => {
    await resetConnections();
    upstream = await startTestEmulator();
    await setMaxAttempts(0);
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    assert.notEqual(folder, '');
  });
  beforeEach(() => {
    prompts = new HeardPrompts();
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await run('stopEmulator');
    if (isUp) await upstream.close();
    await rm(join(folder, '.genlang'), { recursive: true, force: true });
    await resetConnections();
    await setMaxAttempts(undefined);
  });

  /** Chooses in the menu, and waits for what is told then. */
  const menu = async (answer: string, told: RegExp) => {
    prompts.answer(answer);
    await withPrompts(prompts, async () => {
      await run('recordWindow');
      await prompts.hears(told);
    });
  };
  const recordings = async () =>
    (await readdir(join(folder, RECORDINGS))).filter((name) => name.endsWith('.json'));
  const models = async () => {
    const { services } = await activated();
    const connection = services.connections.active?.id ?? '';
    const all = { connection, version: 'v1beta', kind: 'model', name: '' } as const;
    return await services.store.list(collectionRef(all));
  };
  let answer = '';

  it('records a conversation and what the tree reads, with the key of the connection nowhere in it', async () => {
    await models();
    await menu('Record', /^Recording this window’s requests to “Test emulator” until you stop/);
    const panel = await openPlayground();
    const { outcome } = await ask(panel, 'Name three rivers.');
    assert.equal(outcome?.verdict, 'complete');
    answer = textOf(panel);
    assert.notEqual(answer, '');
    // What was read before is read anew.
    await models();
    const [asked] = await upstream.streams();
    assert.ok(asked?.body?.includes('three rivers'));

    await menu('Stop Recording', /^Stopped recording “Test emulator”: [2-9] recorded\.$/);
    assert.deepEqual(prompts.notices.at(-1)?.choices, ['Show List', 'Show Recordings']);
    const files = await recordings();
    assert.ok(files.some((name) => name.includes('models.streamGenerateContent')));
    assert.ok(files.some((name) => name.includes('models.list')));
    const { host } = await activated();
    const { key } = JSON.parse((await host.context.secrets.get('apiKey.playtest')) ?? '') as {
      key: string;
    };
    for (const name of files) {
      const text = await readFile(join(folder, RECORDINGS, name), 'utf8');
      assert.ok(!text.includes(key), name);
    }
  });

  it('answers the same conversation without the service, and reads as often as it likes', async () => {
    isUp = false;
    await upstream.close();
    await menu('Replay', /^Replaying recordings for “Test emulator” in this window until/);
    const panel = await openPlayground();
    assert.equal((await ask(panel, 'Name three rivers.')).outcome?.verdict, 'complete');
    assert.equal(textOf(panel), answer);
    const { services } = await activated();
    for (const _again of [1, 2, 3]) {
      services.store.invalidate({ connection: services.connections.active?.id ?? '' });
      assert.ok((await models()).items.length > 0);
    }
  });

  it('says of another prompt what is nearest and what differs, with a way to record it', async () => {
    const panel = await openPlayground();
    const { outcome } = await ask(panel, 'Name three seas.');
    const { message = '', fixes = [] } = outcome?.failure ?? {};
    assert.match(message, /^No recording matches models\.streamGenerateContent\. The closest is 0/);
    assert.match(message, /recorded "Name three rivers\.", requested "Name three seas\."/);
    assert.deepEqual(fixes, ['recordMissing', 'recordWindow', 'retry']);
  });

  it('ends with another connection, and says so', async () => {
    const { services } = await activated();
    await withPrompts(prompts, async () => {
      await services.connections.activate('emulator');
      await prompts.hears(
        /^Stopped replaying recordings for “Test emulator”: .* This window now uses “/,
      );
    });
    await windowEmulator();
    const panel = await openPlayground();
    assert.equal((await ask(panel, 'Name three seas.')).outcome?.verdict, 'complete');
  });

  it('records the emulator too, and lets nothing pass unseen where that ends amid it', async () => {
    await menu('Record', /until you stop or reload the window\./);
    const panel = await openPlayground();
    assert.equal((await ask(panel, 'Name three hills.')).outcome?.verdict, 'complete');
    await withPrompts(prompts, async () => {
      await run('stopEmulator');
      await prompts.hears(
        /^The built-in emulator stopped, so recording of this window stopped too/,
      );
    });
    const { outcome } = await ask(panel, 'Name four hills.');
    assert.deepEqual(outcome?.failure?.fixes, ['recordWindow', 'retry']);
    await menu('Stop Recording', /^Stopped recording “.*”\.$/);
    assert.equal((await ask(panel, 'Name five hills. [[tokens:1]]')).outcome?.verdict, 'complete');
    const files = await readdir(join(folder, usualPlace({ name: 'Built-in Emulator' })));
    assert.equal(files.filter((name) => name.includes('streamGenerateContent')).length, 1);
  });
});
