import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ActivityTarget } from '../../src/catalog/ref';
import type { PlaygroundPanel } from '../../src/playground/host/panel';
import type { ResourceNode } from '../../src/resources/tree/nodes';
import { FakePrompts } from '../fakes/prompts';
import { until } from '../fakes/until';
import { ActivityRows } from './support/activityRows';
import { activated, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { answerOf, openPlayground, startTestEmulator, textOf, told } from './support/playground';
import { hideTree, rowsOf } from './support/tree';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

/** What takes minutes by the emulator's clock. */
const TEXT = Array.from({ length: 120 }, (_, index) => `word${index}`).join(' ');

describe('interactions', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let activities: ActivityRows;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
    // Slow enough to be still under way while a test looks.
    await emulator.control('POST', 'interactions', { tokensPerSecond: 2 });
    activities = await ActivityRows.load();
    const { playground, services } = await activated();
    const { keeping } = (await playground.panels()).services;
    await keeping.choose(services.connections.active?.id ?? '', true);
  });
  beforeEach(() => run('clearActivity'));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    const { playground, services } = await activated();
    const { keeping } = (await playground.panels()).services;
    await keeping.choose(services.connections.active?.id ?? '', false);
    await hideTree();
    await emulator.close();
    await resetConnections();
  });

  /** Lets everything that runs end by the emulator's clock. */
  const letEnd = () => emulator.control('POST', 'clock', { advanceSeconds: 3600 });

  /** Opens a playground and sends a message whose answer comes in the background. */
  async function begin(text: string): Promise<PlaygroundPanel> {
    const panel = await openPlayground();
    panel.session.setMode('interaction', 'models/emulator-flash');
    await told(panel, () => panel.session.state.model?.name === 'models/emulator-flash');
    await panel.session.send(text, undefined, true);
    await told(panel, () => answerOf(panel).interaction?.id !== undefined);
    return panel;
  }

  async function row(title: string): Promise<ResourceNode> {
    let found: ResourceNode | undefined;
    await until(async () => {
      const rows = (await rowsOf('interaction')).filter((one) => one.node === 'resource');
      found = rows.find(({ resource }) => JSON.stringify(resource).includes(title));
      return found !== undefined;
    });
    assert.ok(found, `There is no row of ${title}.`);
    return found;
  }

  async function description(title: string): Promise<string> {
    const { tree } = await activated();
    return String((await tree.getTreeItem(await row(title))).description);
  }

  it('go on in the background when their tab is closed, and are read on where they are opened again', async () => {
    const prompts = new HeardPrompts();
    await withPrompts(prompts, async () => {
      const panel = await begin(`[[echo]]Tides ${TEXT}`);
      await activities.shows(/^\[\[echo\]\]Tides .*, running/);
      assert.match(
        await description('Tides'),
        /^(waiting|running) · at least \d+ h left · emulator-flash$/,
      );
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      assert.deepEqual((await (await activated()).playground.panels()).all, []);

      // What its row among the activities offers while it runs.
      const { list, rows } = await (await activated()).activities.load();
      const [target] = rows().filter(({ activity }) =>
        list.find(activity)?.actions.some(({ kind }) => kind === 'open'),
      );
      await run('openActivity', target satisfies ActivityTarget | undefined);
      const [again] = (await (await activated()).playground.panels()).all;
      assert.ok(again);
      assert.equal(again.session.conversation.id, panel.session.conversation.id);
      await told(again, () => again.session.isStreaming);
      await letEnd();
      await told(again, () => !again.session.isStreaming);
      assert.equal(textOf(again), `Tides ${TEXT}`);
      await activities.shows(/Tides .*, completed/);
      // The tab in front shows the end.
      assert.deepEqual(prompts.notices, []);
      assert.match(await description('Tides'), /^completed/);
    });
  });

  it('are cancelled from their row', async () => {
    const panel = await begin(`[[echo]]Kelp ${TEXT}`);
    const prompts = new FakePrompts('Cancel Interaction');
    await withPrompts(prompts, async () => {
      await run('cancelInteraction', await row('Kelp'));
      await told(panel, () => !panel.session.isStreaming);
      await activities.shows(/Kelp .*, canceled/);
    });
    assert.match(prompts.asked[0]?.text ?? '', /^Cancel the interaction/);
    assert.match(await description('Kelp'), /^canceled/);
  });
});
