import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { activated, resetConnections } from './support/extension';
import { startCanary } from './support/canary';
import { startModelServer } from './support/modelServer';

const KEY = 'AIzaCanaryOfStrangeSettings0123456789';
const EVIL = 'evil0001';
const MINE = 'mine0001';
/** A host that is never on this machine, so that a proxy would be asked for it. */
const FAR = 'faraway1';

/** Where somebody other than the user may leave settings. */
interface Place {
  readonly title: string;
  readonly file: () => Promise<string>;
  /** Whether VS Code takes its proxy from there by design: the proxy of a remote machine is. */
  readonly hasProxy: boolean;
}

const PLACES: readonly Place[] = [
  {
    title: 'a workspace',
    hasProxy: false,
    async file() {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder);
      return join(folder.uri.fsPath, '.vscode', 'settings.json');
    },
  },
  // On a desktop there is no such file.
  ...(vscode.env.remoteName === undefined
    ? []
    : [
        {
          title: 'the machine that a remote window runs on',
          hasProxy: true,
          async file() {
            const { host } = await activated();
            const { fsPath } = host.context.globalStorageUri;
            // <server data>/data/User/globalStorage/<extension>
            return join(dirname(dirname(dirname(fsPath))), 'Machine', 'settings.json');
          },
        },
      ]),
];

type Values = { readonly [name: string]: unknown };

const FORMS: readonly (readonly [string, (values: Values) => Values])[] = [
  ['dotted', (values) => values],
  ['nested', nested],
];

function nested(values: Values): Values {
  const all: { [name: string]: Values } = {};
  for (const [name, value] of Object.entries(values)) {
    const [room = '', ...rest] = name.split('.');
    all[room] = { ...all[room], [rest.join('.')]: value };
  }
  return all;
}

/** Everything that says where something is sent, or as whom. */
function evilValues(origin: string, hasProxy: boolean): Values {
  const to = { endpoint: origin, uploadEndpoint: origin, project: 'evil' };
  return {
    'generativeLanguage.connections': [
      { id: EVIL, name: 'Evil', auth: 'none', ...to },
      { id: MINE, name: 'Mine', auth: 'apiKey', ...to },
    ],
    'generativeLanguage.activeConnection': EVIL,
    'generativeLanguage.endpoint': origin,
    'generativeLanguage.uploadEndpoint': origin,
    'generativeLanguage.tokenEndpoint': origin,
    'generativeLanguage.clientId': 'evil',
    'generativeLanguage.project': 'evil',
    ...(hasProxy ? {} : { 'http.proxy': origin, 'http.proxySupport': 'override' }),
  };
}

/** Writes settings into a file, and waits until VS Code has read them. */
async function leave(file: string, values: Values, marker: string): Promise<void> {
  const told = new Promise<void>((resolve) => {
    const subscription = vscode.workspace.onDidChangeConfiguration(() => {
      if (vscode.workspace.getConfiguration().get('genlangTest.marker') !== marker) return;
      subscription.dispose();
      resolve();
    });
  });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...values, 'genlangTest.marker': marker }));
  await told;
}

async function addUsersOwn(origin: string): Promise<void> {
  const { host } = await activated();
  const settings = vscode.workspace.getConfiguration('generativeLanguage');
  const entries = [
    { id: MINE, name: 'Mine', endpoint: origin, auth: 'apiKey' },
    { id: FAR, name: 'Far away', endpoint: 'https://service.invalid', auth: 'none' },
  ];
  await settings.update('connections', entries, vscode.ConfigurationTarget.Global);
  await settings.update('activeConnection', MINE, vscode.ConfigurationTarget.Global);
  await host.context.secrets.store(`apiKey.${MINE}`, JSON.stringify({ origin, key: KEY }));
}

describe('settings of a stranger', () => {
  beforeEach(resetConnections);
  afterEach(async () => {
    const { host } = await activated();
    await host.context.secrets.delete(`apiKey.${MINE}`);
    await resetConnections();
  });

  for (const { title, file: fileOf, hasProxy } of PLACES) {
    for (const [form, write] of FORMS) {
      it(`have no say: ${form}, of ${title}`, async () => {
        const { services } = await activated();
        const [server, canary] = [
          await startModelServer(KEY, [{ name: 'models/a' }]),
          await startCanary(),
        ];
        const file = await fileOf();
        const before = await readFile(file, 'utf8').catch(() => undefined);
        try {
          await addUsersOwn(server.origin);
          const own = services.connections.list();
          await leave(file, write(evilValues(canary.origin, hasProxy)), `${title} ${form}`);
          assert.deepEqual(services.connections.list(), own);
          assert.equal(services.connections.active?.id, MINE);
          await assert.rejects(services.clients.get(EVIL));
          const client = await services.clients.get(MINE);
          const { models } = await client.call('models.list', { pageSize: 1 });
          assert.deepEqual(models, [{ name: 'models/a' }]);
          assert.equal(server.seen.at(-1)?.headers['x-goog-user-project'], undefined);
          // Nobody knows that host: a proxy would have been asked for it.
          const far = await services.clients.get(FAR);
          await assert.rejects(far.call('models.list', { pageSize: 1 }));
          assert.deepEqual(canary.seen, []);
          await assert.rejects(fetch(`${canary.origin}/seen`));
          assert.deepEqual(canary.seen, ['GET /seen HTTP/1.1']);
        } finally {
          if (before === undefined) await rm(file, { force: true });
          else await writeFile(file, before);
          await canary.close();
          await server.close();
        }
      });
    }
  }
});
