import assert from 'node:assert/strict';
import { emulatorStartLine, machineKey } from '../../../src/commands/emulatorStartLine';
import { errorMessage } from '../../../src/base/errors';
import { FakeSecretStorage } from '../../fakes/secretStorage';

const FOLDER = '/home/me/.vscode-server/data/User/globalStorage/ours';

describe('where windows find the emulator', () => {
  const never = (error: unknown): void => assert.fail(errorMessage(error));

  it('is another place for each machine and each folder, and always the same one', () => {
    const key = machineKey('emulator.address', 'build', FOLDER);
    assert.match(key, /^emulator\.address\.[\da-f]{8}$/);
    assert.equal(machineKey('emulator.address', 'build', FOLDER), key);
    const others = [
      machineKey('emulator.address', 'test', FOLDER),
      machineKey('emulator.address', undefined, FOLDER),
      machineKey('emulator.address', 'build', `${FOLDER}/profile`),
    ];
    assert.equal(new Set([key, ...others]).size, 4);
  });

  it('is read, written, removed and listened to for one machine only', async () => {
    const secrets = new FakeSecretStorage();
    const [here, there] = ['build', undefined].map((host) =>
      emulatorStartLine(secrets, machineKey('emulator.address', host, FOLDER), never),
    );
    assert.ok(here && there);
    const heard: string[] = [];
    here.onDidChange(() => heard.push('here'));
    const listener = there.onDidChange(() => heard.push('there'));
    await here.write('line of here');
    assert.deepEqual(heard.splice(0), ['here']);
    assert.deepEqual([await here.read(), await there.read()], ['line of here', undefined]);
    await there.write('line of there');
    await here.remove();
    assert.deepEqual(heard.splice(0), ['there', 'here']);
    assert.deepEqual([await here.read(), await there.read()], [undefined, 'line of there']);
    listener.dispose();
    await there.remove();
    assert.deepEqual(heard, []);
  });

  it('is nowhere without a keyring, which is told', async () => {
    const secrets = new FakeSecretStorage();
    secrets.failure = new Error('no keyring');
    const errors: string[] = [];
    const note = emulatorStartLine(
      secrets,
      'key',
      (error) => void errors.push(errorMessage(error)),
    );
    await note.write('line');
    assert.equal(await note.read(), undefined);
    await note.remove();
    assert.deepEqual(errors, ['no keyring', 'no keyring', 'no keyring']);
  });
});
