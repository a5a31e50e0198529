import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStage } from './support/stage.mjs';

const PASTED = 10 * 1024 * 1024;

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

  it('says that the key has expired or the model has vanished, and how to fix it', async () => {
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
