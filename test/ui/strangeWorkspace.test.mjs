import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench } from '../harness/workbench.mjs';
import { modelRow, openPlayground, tryEmulator } from './support/steps.mjs';

const EVIL = 'evil0001';

/** Shown as the title of the window, which proves that the settings were read. */
const MARKER = 'Settings of a stranger';

/**
 * Settings that would send everything to a stranger, in every form that VS Code reads.
 * @param {string} origin
 */
function evilSettings(origin) {
  const connections = [{ id: EVIL, name: 'Evil', endpoint: origin, auth: 'none' }];
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

/** A folder that is trusted is tested in the extension host. @type {readonly { title: string, isTrusted: boolean, isFile: boolean }[]} */
const WORKSPACES = [
  { title: 'a folder that is not trusted', isTrusted: false, isFile: false },
  { title: 'a workspace file that is not trusted', isTrusted: false, isFile: true },
  { title: 'a workspace file that is trusted', isTrusted: true, isFile: true },
];

describe('the settings of a strange workspace', () => {
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
  let home;
  /** @type {string} */
  let origin;

  before(async () => {
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (stranger.address());
    origin = `http://127.0.0.1:${port}`;
    home = await mkdtemp(join(tmpdir(), 'strange-'));
  });
  after(async () => {
    stranger.closeAllConnections();
    stranger.close();
    await rm(home, { recursive: true, force: true });
  });

  for (const [index, { title, isTrusted, isFile }] of WORKSPACES.entries()) {
    it(`have no say in ${title}`, async () => {
      const folder = join(home, `folder${index}`);
      const settings = evilSettings(origin);
      await mkdir(join(folder, '.vscode'), { recursive: true });
      await writeFile(join(folder, '.vscode/settings.json'), JSON.stringify(settings));
      const file = join(folder, 'strange.code-workspace');
      await writeFile(file, JSON.stringify({ folders: [{ path: '.' }], settings }));
      const workbench = await openWorkbench({
        folder,
        ...(isFile ? { workspace: file } : {}),
        settings: {
          'security.workspace.trust.enabled': !isTrusted,
          'security.workspace.trust.startupPrompt': 'never',
          'security.workspace.trust.emptyWindow': false,
        },
      });
      try {
        const { page } = workbench;
        await page.waitForFunction((title) => document.title.includes(title), MARKER);
        const restricted = page.locator('.part.statusbar').getByText('Restricted Mode');
        if (!isTrusted) await restricted.first().waitFor();
        // Nothing of ours runs until somebody looks at it.
        const ours = page
          .locator('.part.statusbar')
          .getByRole('button', { name: /Generative Language/ });
        assert.equal(await ours.count(), 0);
        const sidebar = await workbench.openView();
        await sidebar.getByRole('button', { name: 'Add API Key…' }).waitFor();
        await ours.first().waitFor();
        await tryEmulator(workbench);
        await modelRow(workbench, 'Emulator Pro').waitFor();
        const playground = await openPlayground(workbench);
        await playground.send('Hello');
        await playground.ended('Complete');
        assert.equal((await restricted.count()) > 0, !isTrusted);
        assert.deepEqual(asked, []);
      } finally {
        await workbench.close();
      }
    });
  }

  it('would have been seen: the stranger notes what it is asked', async () => {
    await fetch(`${origin}/seen`);
    assert.deepEqual(asked, ['GET /seen']);
  });
});
