import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { EMULATOR_ID } from '../../src/service/connection';
import type { Script } from '../fakes/faultServer';
import { FaultServer } from '../fakes/faultServer';
import { leaks } from '../fakes/canary';
import { FakePrompts } from '../fakes/prompts';
import { EVENT } from '../unit/api/harness';
import { echoes } from '../unit/secrets/echoes';
import { activated, resetConnections, setMaxAttempts, withPrompts } from './support/extension';
import { answerOf, ask, openPlayground } from './support/playground';
import { childrenOf, filesThatShow, windowThatShows } from './support/scan';
import { treeRows } from './support/tree';
import { windowEmulator } from './support/windowEmulator';
import { until } from '../fakes/until';

/** Only its value gives it away. */
const KEY = 'canary+Key/one~0123456789';
const WRONG = 'canary~Wrong/Key-9876543210';
/** Written where no secret may be, to prove that one would be found there. */
const PLANTED = 'planted.Canary~1357924680';

const MODEL = {
  name: 'models/canary',
  displayName: 'Canary',
  inputTokenLimit: 1000,
  outputTokenLimit: 1000,
  supportedGenerationMethods: ['generateContent'],
};
const LAST = EVENT.replace('"content"', '"finishReason":"STOP","content"');

const run = (name: string, ...args: readonly unknown[]): Promise<unknown> =>
  Promise.resolve(vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args));

/** A service that knows the keys and works; with a fault it does that instead. */
async function startService() {
  let fault: Script | undefined;
  const work: Script = async (request, wire) => {
    const { 'x-goog-api-key': key = '' } = request.headers;
    const isOne = request.target.includes(MODEL.name);
    if (key !== KEY) {
      const message = `API key ${key} is not valid.`;
      await wire.json(400, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
    } else if (request.method === 'POST') await wire.events([EVENT, LAST]);
    else await wire.json(200, isOne ? MODEL : { models: [MODEL] });
  };
  const server = await FaultServer.start((request, wire) => (fault ?? work)(request, wire));
  return { server, failWith: (script: Script | undefined) => (fault = script) };
}

/** A failure of each form that a window shows. All there are: test/unit/secrets/apiErrors.test.ts. */
const FAILURES = [
  'in a 400 of the service',
  'in a page of a gateway',
  'in an error among the events',
];

describe('secrets', () => {
  /** Everything that was shown, thrown or kept while the story went on, with what it was. */
  const shown: (readonly [what: string, value: unknown])[] = [];
  const emulatorSecrets: string[] = [];
  let service: Awaited<ReturnType<typeof startService>>;

  const secrets = (): readonly string[] => [
    KEY,
    WRONG,
    // What stands before the last dash is the same for every emulator.
    ...emulatorSecrets.map((one) => one.slice(one.lastIndexOf('-') + 1)),
  ];

  function note(what: string, value: unknown): void {
    shown.push([what, value]);
  }

  /** Runs with prompts whose questions and messages are noted; what the user typed is no message. */
  async function prompted<T>(
    answers: readonly (string | undefined)[],
    work: () => Promise<T>,
  ): Promise<T> {
    const prompts = new FakePrompts(...answers);
    const result = await withPrompts(prompts, work);
    assert.equal(prompts.unused, 0);
    for (const { kind, text, choices, value, password } of prompts.asked) {
      note(kind, { text, choices, value: password === true ? undefined : value });
    }
    return result;
  }

  /** What the view shows now, row by row, and why. */
  async function lookAtTree(): Promise<void> {
    const { tree } = await activated();
    const [root] = (await tree.getChildren()) ?? [];
    const rows = root ? await treeRows() : [];
    for (const row of rows) {
      const item = await tree.getTreeItem(row);
      const { token } = new vscode.CancellationTokenSource();
      note('row', [row, item, (await tree.resolveTreeItem?.(item, row, token)) ?? '']);
      if (row.node !== 'error') continue;
      note('error of a row', row.error);
      await prompted([], () => run('showError', row));
    }
  }

  async function lookAtDocument(connection: string, name: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: 'genlang', path: `/${connection}/v1beta/${name}.json` });
    note('document', uri.toString());
    await Promise.resolve(vscode.workspace.fs.readFile(uri)).then(
      (bytes) => note('document', Buffer.from(bytes).toString()),
      (error: unknown) => note('error of a document', error),
    );
  }

  before(async () => {
    await resetConnections();
    // A failure is what the service answers with.
    await setMaxAttempts(1);
    service = await startService();
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { host, services } = await activated();
    for (const { id } of services.connections.list()) {
      await host.context.secrets.delete(`apiKey.${id}`);
    }
    await service.server.close();
    await setMaxAttempts(undefined);
    await resetConnections();
  });

  it('go through tree, documents and playground, whatever the service does', async () => {
    const { server, failWith } = service;
    const { host, services } = await activated();
    await prompted([server.origin, WRONG, 'Edit Key…', KEY], () => run('addApiKeyForEndpoint'));
    const { active } = services.connections;
    assert.equal(active?.name, new URL(server.origin).host);
    assert.ok((await host.context.secrets.get(`apiKey.${active.id}`))?.includes(KEY));
    await lookAtTree();
    await lookAtDocument(active.id, MODEL.name);
    const panel = await openPlayground();
    assert.equal((await ask(panel, 'Hello')).outcome?.verdict, 'complete');
    for (const { title, answer } of echoes.filter((one) => FAILURES.includes(one.title))) {
      failWith(({ headers }, wire) => answer(String(headers['x-goog-api-key']), wire));
      await prompted([], () => run('refresh'));
      await lookAtTree();
      await lookAtDocument(active.id, MODEL.name);
      await ask(panel, title);
      note(title, answerOf(panel));
    }
    failWith(undefined);
    note('panel', panel.session.state);
    note('page', panel.html);
    await panel.session.close();
    panel.dispose();
  });

  it('go through the emulator', async () => {
    await run('useEmulator');
    await windowEmulator();
    const { apiKey, accessToken } = await (await activated()).services.emulator.start();
    emulatorSecrets.push(apiKey, accessToken);
    await lookAtTree();
    await lookAtDocument(EMULATOR_ID, 'models/emulator-flash');
    await lookAtDocument(EMULATOR_ID, 'models/none');
    const panel = await openPlayground();
    for (const text of ['Hello', '[[html]]']) await ask(panel, text);
    note('panel of the emulator', panel.session.state);
    await panel.session.close();
  });

  it('are in no message, error, row, document or page', () => {
    for (const what of ['row', 'error of a row', 'notify', 'confirm', 'error of a document']) {
      assert.ok(
        shown.some(([one]) => one === what),
        `There was no ${what}.`,
      );
    }
    for (const [what, value] of shown) {
      assert.equal(leaks(value, secrets())[0]?.slice(0, 500), undefined, what);
    }
    for (const document of vscode.workspace.textDocuments) {
      assert.deepEqual(leaks(document.getText(), secrets()), [], document.uri.toString());
    }
  });

  it('are sent in their header, and in nothing else of a request', () => {
    const { requests } = service.server;
    for (const key of [KEY, WRONG]) {
      assert.ok(requests.some(({ headers }) => headers['x-goog-api-key'] === key));
    }
    for (const { method, target, headers, body } of requests) {
      const { 'x-goog-api-key': _key, ...others } = headers;
      assert.deepEqual(leaks([method, target, others, body], secrets()), []);
    }
  });

  it('are in no setting, no state, and no process', async () => {
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    assert.match(JSON.stringify(settings.inspect('connections')), /"name":"127\.0\.0\.1:\d+"/);
    if (process.platform === 'linux') {
      const children = (await childrenOf(process.pid)).join('\n');
      assert.match(children, /emulator\.js/);
    }
    assert.deepEqual(await windowThatShows(secrets()), []);
  });

  it('are in no file: log, settings, storage, conversations', async () => {
    const { log, context } = (await activated()).host;
    // The log takes them out by value, whoever writes them.
    for (const secret of [KEY, WRONG, ...emulatorSecrets])
      log.trace(`secrets: a line with ${secret} in it`);
    log.trace(`secrets: ${PLANTED}`);
    const storage = context.globalStorageUri.fsPath;
    const planted = join(storage, 'planted', 'note.json');
    await mkdir(dirname(planted), { recursive: true });
    await writeFile(planted, JSON.stringify({ note: encodeURIComponent(PLANTED) }));
    await context.globalState.update('planted', PLANTED);
    try {
      // VS Code writes its log a little later; at trace level, which the planted line proves.
      const logs = context.logUri.fsPath;
      await until(async () => (await filesThatShow(logs, [PLANTED])).length > 0);
      // All data of this VS Code: settings, logs and storage are below.
      const data = dirname(dirname(dirname(storage)));
      assert.ok(logs.startsWith(data));
      assert.ok((await filesThatShow(data, [PLANTED])).includes(planted));
      assert.deepEqual(await filesThatShow(data, secrets()), []);
    } finally {
      await context.globalState.update('planted', undefined);
      await rm(dirname(planted), { recursive: true });
    }
  });
});
