import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PlaygroundPanel } from '../../src/playground/host/panel';
import { resetConnections, setMaxAttempts } from './support/extension';
import {
  answerOf,
  ask,
  openPlayground,
  startTestEmulator,
  textOf,
  told,
} from './support/playground';

const OPERATION = 'models.streamGenerateContent';
const OVERLOAD = { kind: 'status', status: 503, operation: OPERATION };

describe('calls that fail for now', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
  });
  beforeEach(async () => {
    await setMaxAttempts(undefined);
    await emulator.control('POST', 'speed', { latency: 0, rate: 0 });
    await emulator.control('DELETE', 'log');
    await emulator.control('DELETE', 'faults');
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await setMaxAttempts(undefined);
    await emulator.close();
    await resetConnections();
  });

  /** Other tests may have used another model last. */
  async function openPanel(): Promise<PlaygroundPanel> {
    const panel = await openPlayground();
    panel.session.setModel('models/emulator-flash');
    return panel;
  }

  it('are sent again, and the panel says so until the answer comes', async () => {
    const panel = await openPanel();
    await emulator.control('POST', 'faults', OVERLOAD);
    const waits = told(panel, () => panel.session.state.waiting !== undefined);
    const answered = ask(panel, 'What is a kite?');
    await waits;
    const { waiting } = panel.session.state;
    assert.deepEqual(
      { ...waiting, remainingMs: 0 },
      { reason: 'The service is busy (503).', attempt: 2, maxAttempts: 4, remainingMs: 0 },
    );
    const { outcome } = await answered;
    assert.equal(outcome?.verdict, 'complete', outcome?.failure?.message);
    assert.equal(panel.session.state.waiting, undefined);
    assert.equal((await emulator.streams()).length, 2);
  });

  it('are stopped while they wait for as long as the service asked', async () => {
    const panel = await openPanel();
    const quota = { kind: 'quota', retryDelay: '50s', operation: OPERATION };
    await emulator.control('POST', 'faults', quota);
    await panel.session.send('What is a kite?');
    await told(panel, () => panel.session.state.waiting !== undefined);
    const { reason, askedSeconds } = panel.session.state.waiting ?? {};
    assert.match(`${reason} ${askedSeconds}`, /^The quota .*is used up.* 50$/);
    panel.session.stop();
    await told(panel, () => panel.session.state.streaming === undefined);
    assert.equal(answerOf(panel).outcome?.verdict, 'stopped');
    assert.equal((await emulator.streams()).length, 1);
  });

  it('are sent once where that is set, which cuts no answer that runs', async () => {
    await emulator.control('POST', 'speed', { latency: 0, rate: 200 });
    const [running, other] = [await openPanel(), await openPanel()];
    await running.session.send('Tell me a story [[tokens:300]]');
    await told(running, () => textOf(running) !== '');
    await setMaxAttempts(0);
    await emulator.control('POST', 'faults', OVERLOAD);
    const { outcome } = await ask(other, 'What is a kite?');
    assert.equal(outcome?.failure?.hint?.includes('tried'), false);
    assert.equal((await emulator.streams()).length, 2);
    await told(running, () => running.session.state.streaming === undefined);
    assert.equal(answerOf(running).outcome?.verdict, 'complete');
  });
});
