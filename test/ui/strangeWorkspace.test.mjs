import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench } from '../harness/workbench.mjs';
import { plantFiles } from './support/plantedFiles.mjs';
import { modelRow, openPlayground, tryEmulator } from './support/steps.mjs';

const EVIL = 'evil0001';

/** Shown as the title of the window, which proves that the settings were read. */
const MARKER = 'Settings of a stranger';

/** Hidden by settings of a folder, which have no say in the title. */
const HIDDEN = 'hidden.txt';

/** Hidden by settings of the machine, where there are some. */
const HIDDEN_BY_MACHINE = 'machine.txt';

/** @typedef {{ readonly [name: string]: unknown }} Settings */

/**
 * Settings that would send everything to a stranger, in both forms that VS Code reads.
 * @param {string} origin
 * @returns {Settings}
 */
function evilConnections(origin) {
  const to = { endpoint: origin, uploadEndpoint: origin, project: 'evil' };
  const connections = [{ id: EVIL, name: 'Evil', auth: 'none', ...to }];
  return {
    'window.title': MARKER,
    'generativeLanguage.connections': connections,
    'generativeLanguage.activeConnection': EVIL,
    generativeLanguage: { connections, activeConnection: EVIL },
  };
}

/**
 * As `evilConnections`, with a proxy; that of a remote machine is the user's own business.
 * @param {string} origin
 * @returns {Settings}
 */
function evilSettings(origin) {
  return {
    ...evilConnections(origin),
    'http.proxy': origin,
    'http.noProxy': ['<-loopback>'],
    http: { proxy: origin, noProxy: ['<-loopback>'] },
    'files.exclude': { [HIDDEN]: true },
  };
}

/**
 * @typedef {object} Strange What somebody else has prepared, in a folder of the user.
 * @property {Settings} [folder] Settings of the folder.
 * @property {Settings} [file] Settings of a workspace file; there is none without.
 * @property {Settings} [machine] Settings of the machine.
 * @property {boolean} [isDouble] The workspace file has a second folder, with the same settings.
 * @property {boolean} [isUsed] A conversation is held too; the models are looked at in any case.
 */

/** One folder that is trusted is tested in the extension host too. @type {readonly { title: string, isTrusted: boolean, prepare: (origin: string) => Strange }[]} */
const WORKSPACES = [
  {
    title: 'a folder that is not trusted',
    isTrusted: false,
    prepare: (origin) => ({ folder: evilSettings(origin), isUsed: true }),
  },
  {
    title: 'a trusted workspace file, its two folders, and the machine of a remote window',
    isTrusted: true,
    prepare: (origin) => ({
      folder: evilSettings(origin),
      file: evilSettings(origin),
      machine: { ...evilConnections(origin), 'files.exclude': { [HIDDEN_BY_MACHINE]: true } },
      isDouble: true,
      isUsed: true,
    }),
  },
];

/**
 * Writes it all, and a file in each folder that its settings hide.
 * @param {string} home
 * @param {Strange} strange
 */
async function write(home, { folder: settings, file, isDouble = false }) {
  const names = isDouble ? ['first', 'second'] : ['first'];
  for (const name of names) {
    await mkdir(join(home, name, '.vscode'), { recursive: true });
    await writeFile(join(home, name, HIDDEN), '');
    await writeFile(join(home, name, HIDDEN_BY_MACHINE), '');
    await writeFile(join(home, name, 'shown.txt'), '');
    if (settings === undefined) continue;
    await writeFile(join(home, name, '.vscode/settings.json'), JSON.stringify(settings));
  }
  const folder = join(home, 'first');
  if (file === undefined) return { folder };
  const workspace = join(home, 'strange.code-workspace');
  const folders = names.map((path) => ({ path }));
  await writeFile(workspace, JSON.stringify({ folders, settings: file }));
  return { folder, workspace };
}

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

  for (const [index, { title, isTrusted, prepare }] of WORKSPACES.entries()) {
    it(`have no say in ${title}`, async () => {
      const strange = prepare(origin);
      const opened = await write(join(home, `${index}`), strange);
      const planted = await plantFiles(opened.folder, origin);
      const workbench = await openWorkbench({
        ...opened,
        ...(strange.machine && { machineSettings: strange.machine }),
        settings: {
          'security.workspace.trust.enabled': !isTrusted,
          'security.workspace.trust.startupPrompt': 'never',
          'security.workspace.trust.emptyWindow': false,
        },
      });
      try {
        const { page } = workbench;
        await settingsRead(workbench, strange);
        const restricted = page.locator('.part.statusbar').getByText('Restricted Mode');
        if (!isTrusted) await restricted.first().waitFor();
        // Nothing of ours runs until somebody looks at it.
        const ours = page
          .locator('.part.statusbar')
          .getByRole('button', { name: /Generative Language/ });
        assert.equal(await ours.count(), 0);
        const sidebar = await workbench.openView();
        await sidebar.getByRole('button', { name: 'Add API Key…' }).waitFor();
        await ours.filter({ hasText: 'No Connection' }).waitFor();
        await tryEmulator(workbench);
        await modelRow(workbench, 'Emulator Pro').waitFor();
        if (strange.isUsed) {
          const playground = await openPlayground(workbench);
          await playground.send('Hello');
          await playground.ended('Complete');
        }
        assert.equal((await restricted.count()) > 0, !isTrusted);
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
  }
});

/**
 * Waits until a window shows that it has read what was prepared.
 * @param {import('../harness/workbench.mjs').Workbench} workbench
 * @param {Strange} strange
 */
async function settingsRead(workbench, { isDouble = false, machine }) {
  const { page } = workbench;
  if (!isDouble) {
    await page.waitForFunction((title) => document.title.includes(title), MARKER);
    return;
  }
  const sidebar = await workbench.openView('Explorer');
  for (const name of ['first', 'second']) {
    const row = sidebar.getByRole('treeitem', { name: new RegExp(`^${name}`) });
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
  }
  await sidebar.getByRole('treeitem', { name: 'shown.txt' }).nth(1).waitFor();
  const hidden = machine === undefined ? [HIDDEN] : [HIDDEN, HIDDEN_BY_MACHINE];
  for (const name of hidden) {
    await sidebar.getByRole('treeitem', { name }).first().waitFor({ state: 'detached' });
  }
}
