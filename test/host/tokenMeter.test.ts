import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { resetConnections } from './support/extension';
import { ask, openPlayground, startTestEmulator, told } from './support/playground';
import { until } from '../fakes/until';

const NAME = 'playground.tokenMeter';

interface Entry {
  readonly operation?: string;
  readonly body?: string;
}

describe('the meter of tokens', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let earlier: string | undefined;

  async function set(value: string | undefined): Promise<void> {
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    await settings.update(NAME, value, vscode.ConfigurationTarget.Global);
  }

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    earlier = settings.inspect<string>(NAME)?.globalValue;
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await set(earlier);
    await emulator.close();
    await resetConnections();
  });

  async function counts(): Promise<readonly Entry[]> {
    const { entries } = (await emulator.control('GET', 'log')) as { entries: Entry[] };
    return entries.filter(({ operation }) => operation === 'models.countTokens');
  }

  it('follows the setting while the panel is open, and asks the service for the whole request', async () => {
    await set('off');
    const panel = await openPlayground();
    panel.session.setSettings({ systemInstruction: 'Be brief.' });
    await ask(panel, 'What is a token?');
    assert.equal(panel.session.state.tokenMeter, 'off');
    assert.deepEqual(await counts(), []);
    await set('live');
    await told(panel, () => panel.session.state.tokenMeter === 'live');
    await until(async () => (await counts()).length > 0, 'Nothing was counted.');
    const [found] = await counts();
    const { generateContentRequest } = JSON.parse(found?.body ?? '{}') as {
      readonly generateContentRequest?: {
        readonly systemInstruction?: unknown;
        readonly contents?: readonly unknown[];
      };
    };
    assert.deepEqual(generateContentRequest?.systemInstruction, { parts: [{ text: 'Be brief.' }] });
    assert.equal(generateContentRequest.contents?.length, 2);
  });
});
