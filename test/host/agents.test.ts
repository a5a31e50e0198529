import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentPath } from '../../src/catalog/documents';
import type { KindId } from '../../src/catalog/kinds';
import { EMULATOR_ID } from '../../src/service/connection';
import { FakePrompts } from '../fakes/prompts';
import type { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';
import {
  closeAll,
  lensesOf,
  open,
  problemsIn,
  replace,
  save,
  saved,
} from './support/resourceEditor';
import { filesThatShow } from './support/scan';
import { hideTree, rootOf, rowsOf } from './support/tree';
import { useWindowEmulator } from './support/windowEmulator';

const SECRET = 'canary~Harbour-Token-0123456789';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);
const refOf = (kind: KindId, name: string) => ({
  ...({ connection: EMULATOR_ID, version: 'v1beta' } as const),
  kind,
  name,
});
const labelsOf = async (kind: KindId) =>
  (await rowsOf(kind)).map((row) => (row.node === 'resource' ? row.resource.id : row.node));

describe('resources of agents', () => {
  let emulator: EmulatorControl;

  before(async () => {
    emulator = await useWindowEmulator();
  });
  afterEach(closeAll);
  after(async () => {
    await hideTree();
    await resetConnections();
  });

  it('are made of a document, shown by their ids, deleted and brought back', async () => {
    assert.deepEqual(await labelsOf('agent'), ['empty']);
    const fresh = await open(`/${EMULATOR_ID}/v1beta/new/agents/New agent 1.json`);
    const base_agent = 'antigravity-preview-09-2026';
    await replace(fresh, JSON.stringify({ id: 'Pilot!', base_agent }));
    await assert.rejects(save(fresh));
    assert.match(problemsIn(fresh)[0]?.message ?? '', /Pilot!/);
    await replace(fresh, JSON.stringify({ id: 'pilot', base_agent }));
    await saved(fresh);
    assert.deepEqual(await labelsOf('agent'), ['pilot']);
    const shown = await open(documentPath(refOf('agent', 'agents/pilot')));
    assert.deepEqual(JSON.parse(shown.getText()), { id: 'pilot', base_agent });
    assert.match((await lensesOf(shown))[0] ?? '', /Read-only/);
    await run('askAgent', refOf('agent', 'agents/pilot'));
    const { playground } = await activated();
    const newest = async () => {
      const { session } = (await playground.panels()).all.at(-1) ?? {};
      const { mode, settings } = session?.conversation ?? {};
      return [mode, settings?.requests?.interaction];
    };
    assert.deepEqual(await newest(), ['interaction', { agent: 'pilot' }]);
    const choice = new FakePrompts(base_agent);
    await withPrompts(choice, async () => {
      await run('chooseAgent', await rootOf('agent'));
    });
    assert.equal(choice.asked[0]?.choices[0], 'pilot');
    assert.deepEqual(await newest(), ['interaction', { agent: base_agent }]);
    const prompts = new FakePrompts('Delete');
    prompts.pressed.add('Undo');
    const { services } = await activated();
    const back = new Promise<void>((resolve) => {
      const subscription = services.store.onDidChange(({ restored }) => {
        if (!restored) return;
        subscription.dispose();
        resolve();
      });
    });
    await withPrompts(prompts, async () => {
      await run('delete', refOf('agent', 'agents/pilot'));
      await back;
    });
    const { calls } = services;
    const list = await calls.call({ connection: EMULATOR_ID, version: 'v1' }, 'agents.list', {});
    assert.deepEqual(list, { agents: [{ id: 'pilot', base_agent }] });
  });

  it('keep a secret to themselves that is typed, and take another', async () => {
    const { host } = await activated();
    const answers = ['bearer token', SECRET, '', '', 'harbour'];
    await withPrompts(new FakePrompts(...answers), async () => {
      await run('create', await rootOf('credential'));
    });
    assert.deepEqual(await labelsOf('credential'), ['harbour']);
    const shown = await open(documentPath(refOf('credential', 'credentials/harbour')));
    assert.match(shown.getText(), /"type": "bearer_token"/);
    assert.match(
      (await lensesOf(shown))[0] ?? '',
      /Read-only: the API never returns the editable fields of/,
    );
    await withPrompts(new FakePrompts('OK', `${SECRET}-2`), async () => {
      await run('changeSecret', refOf('credential', 'credentials/harbour'));
    });
    const sent = (await emulator.seen()).filter(({ target }) => target.includes('credentials'));
    assert.deepEqual(
      sent.filter(({ method }) => method !== 'GET').map(({ method }) => method),
      ['POST', 'PATCH'],
    );
    assert.ok(!JSON.stringify(sent).includes(SECRET));
    const folder = host.context.globalStorageUri.fsPath;
    assert.deepEqual(await filesThatShow(folder, [SECRET]), []);
    await withPrompts(new FakePrompts('Delete'), async () => {
      await run('delete', refOf('credential', 'credentials/harbour'));
    });
    assert.deepEqual(await labelsOf('credential'), ['empty']);
  });
});
