import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { KindId } from '../../src/catalog/kinds';
import type { ResourceRef } from '../../src/catalog/ref';
import type { ResourceNode, TreeNode } from '../../src/resources/tree/nodes';
import { EMULATOR_ID } from '../../src/service/connection';
import { ActivityRows } from './support/activityRows';
import type { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { rowsBelow, rowsOf } from './support/tree';
import { useWindowEmulator } from './support/windowEmulator';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

const at = (kind: KindId, name: string, version: 'v1' | 'v1beta' = 'v1beta'): ResourceRef => ({
  connection: EMULATOR_ID,
  version,
  kind,
  name,
});

const EXAMPLES = Array.from({ length: 24 }, (_, index) => {
  return `"On number ${index}, please","Haiku ${index}"`;
});
/** Of a training with these examples, as it is proposed. */
const STEPS = 30;

/** What a document says that was opened, by the end of its path. */
function opened(path: string): unknown {
  const { textDocuments } = vscode.workspace;
  const found = textDocuments.find((document) => document.uri.path.endsWith(path));
  const paths = textDocuments.map(({ uri }) => uri.toString());
  assert.ok(found, `${path} is not among ${paths.join(' ')}`);
  return JSON.parse(found.getText());
}

describe('tuning', () => {
  let emulator: EmulatorControl;
  let activities: ActivityRows;
  const prompts = new HeardPrompts();
  let folder: string;
  const { window } = vscode;
  const { showOpenDialog } = window;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tuning-'));
    const file = join(folder, 'haikus.csv');
    await writeFile(file, ['prompt,completion', ...EXAMPLES, ''].join('\n'));
    emulator = await useWindowEmulator();
    // The tree may have rows of an earlier test.
    await run('refresh');
    activities = await ActivityRows.load();
    Object.assign(window, { showOpenDialog: () => Promise.resolve([vscode.Uri.file(file)]) });
  });
  beforeEach(() => run('clearActivity'));
  after(async () => {
    Object.assign(window, { showOpenDialog });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await setSpeed(1);
    await run('clearActivity');
    await resetConnections();
    await rm(folder, { recursive: true, force: true });
  });

  const setSpeed = (stepsPerSecond: number) =>
    emulator.control('POST', 'tuning', { stepsPerSecond });

  /** Lets trainings go on by so many steps at least, and then stand still. */
  async function train(steps: number): Promise<void> {
    await setSpeed(1);
    await emulator.control('POST', 'clock', { advanceSeconds: steps });
    await setSpeed(0);
  }

  /** Begins a training from the row of a model, with answers to all that is asked. */
  async function begin(displayName: string, id: string): Promise<void> {
    await setSpeed(0);
    prompts.answer('Use These Columns', displayName, id, '', 'Use These Values', 'Start Tuning');
    await run('createTunedModel', at('model', 'models/emulator-flash-tuning'));
    assert.equal(prompts.unused, 0);
    assert.deepEqual(prompts.problems, []);
  }

  async function rowOf(kind: KindId, name: string): Promise<ResourceNode> {
    const row = (await rowsOf(kind)).find((one) => one.name === name);
    assert.equal(row?.node, 'resource', `There is no row of ${name}.`);
    return row;
  }

  /** The rows of a model's operations, once they are there. */
  async function operationsOf(id: string): Promise<readonly TreeNode[]> {
    const { services } = await activated();
    const model = await rowOf('tunedModel', `tunedModels/${id}`);
    const below = await rowsBelow(model);
    const list = below.find(({ kind }) => kind === 'tunedModelOperation');
    assert.equal(list?.node, 'collection');
    await services.store.list(list);
    return await rowsBelow(list);
  }

  async function onlyOperation(id: string): Promise<ResourceNode> {
    const [row, ...others] = await operationsOf(id);
    assert.equal(row?.node, 'resource');
    assert.deepEqual(others, []);
    return row;
  }

  async function description(row: TreeNode): Promise<unknown> {
    const { tree } = await activated();
    return (await tree.getTreeItem(row)).description;
  }

  it('is followed in the activities, in the row of its model, and in that of its operation', async () => {
    await withPrompts(prompts, async () => {
      await begin('Haikus', 'haikus');
      await activities.shows(/^Tuning Haikus, running, step 0 of 30/);
      const model = await rowOf('tunedModel', 'tunedModels/haikus');
      assert.equal(await description(model), 'in training · emulator-flash-tuning');
      const operation = await onlyOperation('haikus');
      assert.equal(await description(operation), 'running · 0%');

      await train(STEPS / 2);
      await run('refresh', operation);
      assert.match(String(await description(await onlyOperation('haikus'))), /^running · [56]\d%$/);
      await activities.shows(/^Tuning Haikus, running, step 1[5-9] of 30 · loss \d/);
      assert.deepEqual(prompts.notices, []);

      await train(STEPS);
      await run('refresh', operation);
      await prompts.hears('Tuning Haikus completed.');
      assert.match(activities.spoken.join(), /Tuning Haikus, completed/);
      const done = await onlyOperation('haikus');
      assert.equal(await description(done), 'completed');
      assert.ok(!done.can.includes('cancelOperation'));
      const ready = await rowOf('tunedModel', 'tunedModels/haikus');
      assert.equal(await description(ready), 'active · emulator-flash-tuning');
    });
  });

  it('ends when it is cancelled, in the activities or at its operation, and another one goes on', async () => {
    await withPrompts(prompts, async () => {
      await begin('Kept', 'kept');
      await begin('Stopped', 'stopped');
      await begin('Halted', 'halted');
      prompts.answer('Cancel Tuning Job');
      activities.cancel(/^Tuning Stopped, running/);
      await prompts.hears('Tuning Stopped was canceled.');
      prompts.answer('Cancel Tuning Job');
      await run('cancelOperation', await onlyOperation('halted'));
      await prompts.hears('Tuning Halted was canceled.');
      assert.equal(prompts.unused, 0);
      for (const id of ['stopped', 'halted']) {
        assert.equal(await description(await onlyOperation(id)), 'canceled');
        const model = await rowOf('tunedModel', `tunedModels/${id}`);
        assert.equal(await description(model), 'failed · emulator-flash-tuning');
      }
      assert.equal(await description(await onlyOperation('kept')), 'running · 0%');
      await train(STEPS);
      await run('refresh', await onlyOperation('kept'));
      await prompts.hears('Tuning Kept completed.');
      const ended = await onlyOperation('kept');
      await run('open', ended);
      assert.deepEqual(opened(`/${EMULATOR_ID}/${ended.version}/${ended.name}.json`), {
        ...ended.resource,
        done: true,
      });
    });
  });
});
