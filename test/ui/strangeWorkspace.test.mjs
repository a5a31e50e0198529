import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench } from '../harness/workbench.mjs';
import { plantFiles } from './support/plantedFiles.mjs';
import { openPlayground, tryEmulator } from './support/steps.mjs';

const EVIL = 'evil0001';

/** Shown as the title of the window, which proves that the settings were read. */
const MARKER = 'Settings of a stranger';

/** Settings that would send everything to a stranger, in both forms that VS Code reads. @param {string} origin */
function evilSettings(origin) {
  const to = { endpoint: origin, uploadEndpoint: origin, project: 'evil' };
  const connections = [{ id: EVIL, name: 'Evil', auth: 'none', ...to }];
  return {
    'window.title': MARKER,
    'generativeLanguage.connections': connections,
    'generativeLanguage.activeConnection': EVIL,
    generativeLanguage: { connections, activeConnection: EVIL },
    'http.proxy': origin,
    'http.noProxy': ['<-loopback>'],
    http: { proxy: origin, noProxy: ['<-loopback>'] },
  };
}

// A folder that is trusted, and the settings of a remote machine: test/host/strangeSettings.test.ts.
describe('the settings of a folder that is not trusted', () => {
  /** @type {string[]} */
  const asked = [];
  const stranger = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  stranger.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.destroy();
  });
  /** @type {string} */
  let folder;

  before(async () => {
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    folder = await mkdtemp(join(tmpdir(), 'strange-'));
  });
  after(async () => {
    stranger.closeAllConnections();
    stranger.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('have no say', async () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (stranger.address());
    const origin = `http://127.0.0.1:${port}`;
    await mkdir(join(folder, '.vscode'));
    await writeFile(join(folder, '.vscode/settings.json'), JSON.stringify(evilSettings(origin)));
    const planted = await plantFiles(folder, origin);
    const workbench = await openWorkbench({
      folder,
      settings: {
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
        'security.workspace.trust.emptyWindow': false,
      },
    });
    try {
      const { page } = workbench;
      await page.waitForFunction((title) => document.title.includes(title), MARKER);
      const bar = page.locator('.part.statusbar');
      await bar.getByText('Restricted Mode').first().waitFor();
      // Nothing of ours runs until somebody looks at it.
      const ours = bar.getByRole('button', { name: /Gemini API/ });
      assert.equal(await ours.count(), 0);
      const sidebar = await workbench.openView();
      await sidebar.getByRole('button', { name: 'Add API Key…' }).waitFor();
      await ours.filter({ hasText: 'No Connection' }).waitFor();
      await tryEmulator(workbench);
      const playground = await openPlayground(workbench);
      await playground.send('Hello');
      await playground.ended('Complete');
      assert.deepEqual(asked, []);
      // Anything would have been noted.
      await fetch(`${origin}/seen`);
      assert.deepEqual(asked.splice(0), ['GET /seen']);
      assert.deepEqual(await planted.opened(), []);
      await planted.prove();
    } finally {
      await workbench.close();
    }
  });
});
