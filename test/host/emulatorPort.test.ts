import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activated, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';

const run = (name: string) => vscode.commands.executeCommand(`generativeLanguage.${name}`);

/** The port of the setting; without one, as by default. */
async function setPort(port: number | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration('generativeLanguage');
  await settings.update('emulator.port', port, vscode.ConfigurationTarget.Global);
}

describe('a port of the emulator that there is not', () => {
  before(resetConnections);
  beforeEach(() => run('stopEmulator'));
  after(async () => {
    await setPort(undefined);
    // The next suite begins with one on a port as by default.
    await run('stopEmulator');
    await resetConnections();
  });

  for (const [port, isTold] of [
    [65_536, true],
    [0, false],
  ] as const) {
    it(`${String(port)} is ${isTold ? 'told, with the way to correct it, and' : 'not told:'} a free one is taken`, async () => {
      const { services } = await activated();
      const prompts = new HeardPrompts();
      await setPort(port);
      await withPrompts(prompts, async () => {
        await run('useEmulator');
        if (isTold) await prompts.hears(/^The setting generativeLanguage\.emulator\.port is /);
      });
      const { state } = services.emulator;
      assert.equal(state.status, 'running');
      assert.ok(state.port > 0 && state.port < 65_536, String(state.port));
      const warnings = prompts.notices.filter(({ text }) => text.includes('emulator.port'));
      assert.deepEqual(
        warnings.map(({ text, choices }) => [text, choices]),
        isTold
          ? [
              [
                `The setting generativeLanguage.emulator.port is ${String(port)}, but ports can’t exceed 65535. The built-in emulator uses a free port instead.`,
                ['Open Settings'],
              ],
            ]
          : [],
      );
    });
  }
});
