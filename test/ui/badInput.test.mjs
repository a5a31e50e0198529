import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator } from './support/emulator.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { openStage } from './support/stage.mjs';
import { addGateway, answerInput, modelRow } from './support/steps.mjs';

const PASTED = 10 * 1024 * 1024;

/** Answers every request like a network that wants its user to sign in first, or not at all. */
async function startBrokenService() {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/v1beta/models')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe('bad input in VS Code', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {import('./support/emulator.mjs').RunningEmulator} */
  let emulator;
  /** @type {{ endpoint: string, close: () => void }} */
  let broken;

  before(async () => {
    [emulator, broken] = await Promise.all([
      startEmulator(['--models', '2500', '--latency', '0', '--rate', '0']),
      startBrokenService(),
    ]);
    workbench = await sharedWindow();
    await addGateway(workbench, broken.endpoint, 'Captive portal');
  });
  after(async () => {
    await emulator.stop();
    broken.close();
  });

  it('says where the list would be that HTML came instead of JSON, and offers to retry', async () => {
    const sidebar = await workbench.openView();
    const row = sidebar.getByRole('treeitem', { name: /JSON|web page|HTML/ });
    await row.waitFor();
    await row.hover();
    await workbench.screenshot('error-html');
    await row.getByRole('button', { name: 'Refresh' }).waitFor();
  });

  it('says that nobody listens at an endpoint', async () => {
    await addGateway(workbench, 'http://127.0.0.1:9', 'Nobody there');
    const sidebar = workbench.page.locator('.part.sidebar');
    await sidebar.getByRole('treeitem', { name: /127\.0\.0\.1:9/ }).waitFor();
    await workbench.screenshot('error-unreachable');
  });

  it('refuses a key that is none, and keeps one that the service refused to be corrected', async () => {
    await workbench.palette('Generative Language: Add API Key for Another Endpoint…');
    await answerInput(workbench, 'Address of the service', 'https://user:secret@example.com');
    const widget = workbench.page.locator('.quick-input-widget:visible');
    await widget
      .getByText(/user|password/i)
      .first()
      .waitFor();
    await workbench.screenshot('key-endpoint-refused');
    await answerInput(workbench, 'Add API Key for Another Endpoint', emulator.baseUrl);
    await answerInput(workbench, 'It is kept in the secret storage', 'schlüssel');
    await widget
      .getByText(/can’t be used/)
      .first()
      .waitFor();
    assert.equal(await widget.locator('input').first().getAttribute('type'), 'password');
    await workbench.screenshot('key-not-ascii');
    await answerInput(workbench, 'can’t be used', emulator.apiKey);
    await modelRow(workbench, 'Emulator Flash').waitFor();
    await workbench.page
      .getByRole('button', { name: new URL(emulator.baseUrl).host })
      .first()
      .waitFor();
  });

  it('pages through 2,500 models, in ranges', async () => {
    const view = workbench.page.locator('.part.sidebar .monaco-list').first();
    const roots = view.locator('.monaco-list-rows [role=treeitem][aria-level="1"]');
    const toLastBelowModels = async () => {
      await view.focus();
      await workbench.page.keyboard.press('End');
      await modelRow(workbench, 'Operations').waitFor();
      // Over the roots that follow; the models fill more than what is drawn.
      const below = await roots.count();
      for (let root = 0; root < below; root += 1) await workbench.page.keyboard.press('ArrowUp');
    };
    for (const left of [2, 1]) {
      await toLastBelowModels();
      await modelRow(workbench, 'Load more').waitFor();
      if (left === 2) await workbench.screenshot('load-more');
      await workbench.page.keyboard.press('Enter');
      // Legacy models stand in a part of their own.
      const range = left === 2 ? /^1,001 – 1,99\d$/ : /^2,001 – 2,5\d\d$/;
      await workbench.page.locator('.part.sidebar').getByText(range).waitFor();
    }
    await toLastBelowModels();
    await workbench.page.keyboard.press('ArrowRight');
    // Before the numbered ones stand those that the emulator always has.
    await modelRow(workbench, '.*19\\d\\d').waitFor();
    await toLastBelowModels();
    await modelRow(workbench, '.*2500|.*2499').waitFor();
    await workbench.screenshot('all-models');
  });
});

describe('bad input in a conversation', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  /** @type {import('./support/playground.mjs').Playground} */
  let playground;

  before(async () => {
    stage = await openStage({
      emulator: ['--latency', '0', '--rate', '0'],
      connections: ({ baseUrl, apiKey }) => [
        { id: 'withkey0', name: 'With a key', endpoint: baseUrl, auth: 'apiKey', key: apiKey },
      ],
    });
    playground = await stage.openPlayground();
  });
  after(() => stage.close());

  it('keeps 10 MB of pasted text that no model takes', async () => {
    await stage
      .webviewFrame()
      .evaluate('navigator.clipboard.writeText("0123456789 abcd ".repeat(' + PASTED / 16 + '))');
    await playground.composer.focus();
    await stage.keyboard.press('Control+v');
    await playground.frame
      .getByText(/1\d MB/)
      .first()
      .waitFor();
    await stage.screenshot('paste-10-mb');
    await stage.keyboard.press('Enter');
    await playground.last.getByText(/exceeds the maximum number of tokens/).waitFor();
    assert.equal(await playground.turns.count(), 2);
    await playground.turns
      .first()
      .getByRole('button', { name: /Show all/ })
      .waitFor();
    await stage.screenshot('paste-10-mb-refused');
    await stage.closeTabs();
  });

  it('says in the conversation that the key has expired, and how to fix it', async () => {
    playground = await stage.openPlayground();
    await playground.send('Hello');
    await playground.ended('Complete');
    await stage.emulator.control('key', { expired: true });
    await playground.send('Are you still there?');
    await playground.last
      .getByText(/API key/)
      .first()
      .waitFor();
    await playground.last.getByRole('button', { name: 'Add API Key…' }).waitFor();
    await stage.screenshot('error-key-expired');
    await stage.emulator.control('key', { expired: false });
    await playground.last.getByRole('button', { name: 'Retry' }).click();
    await playground.ended('Complete');
  });

  it('says that a model has vanished, and offers another', async () => {
    await stage.emulator.control('faults', {
      kind: 'status',
      operation: 'models.streamGenerateContent',
      status: 404,
      message: 'models/emulator-flash is not found for API version v1beta.',
    });
    await playground.send('And now?');
    await playground.last.getByRole('button', { name: 'Choose Model' }).waitFor();
    await stage.screenshot('error-model-vanished');
  });

  it('keeps the text of a connection that was lost', async () => {
    await playground.send('A list of three things [[reset]]');
    await playground.ended(/Connection lost/);
    assert.ok(((await playground.last.textContent()) ?? '').length > 60);
    await playground.last.getByRole('button', { name: 'Retry' }).waitFor();
    await stage.screenshot('connection-lost');
  });

  it('keeps a conversation file that cannot be read aside, and says so', async () => {
    await playground.composer.fill('A draft');
    const folder = join(stage.host.folder, 'conversations');
    const written = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    assert.ok(written.length > 0);
    for (const name of written) await writeFile(join(folder, name), '{ "format": 1');
    const restored = await stage.reload();
    await restored.frame
      .getByText(/conversation is damaged/)
      .first()
      .waitFor();
    const kept = (await readdir(folder)).filter((name) => name.includes('corrupt'));
    assert.ok(kept.length > 0);
    await stage.screenshot('conversation-corrupt');
  });
});
