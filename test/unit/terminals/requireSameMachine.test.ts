import assert from 'node:assert/strict';
import { requireSameMachine } from '../../../src/terminals/requireSameMachine';

describe('the machine of a folder', () => {
  it('is that of the emulator where the extension runs beside the folder', () => {
    requireSameMachine({ uri: 'file:///projects/app', name: 'app' });
  });

  for (const authority of ['ssh-remote%2Bhost', 'wsl%2Bubuntu', 'dev-container%2B7b']) {
    it(`is another one for an extension that runs outside of ${authority}`, () => {
      const folder = { uri: `vscode-remote://${authority}/projects/app`, name: 'app' };
      assert.throws(() => requireSameMachine(folder), {
        reason: 'otherMachine',
        message: /^Apps in “app” run on another machine .* can’t reach the emulator/,
        hint: 'Install the extension there, too.',
      });
    });
  }
});
