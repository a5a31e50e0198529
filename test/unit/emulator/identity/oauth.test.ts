import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator } from '../../../../src/emulator/server';
import { AUTH, clientOf } from './signIn';

describe('emulator: the client file', () => {
  it('names the emulator’s own addresses, for nobody else to read, and goes with it', async () => {
    const emulator = await startEmulator();
    const { clientSecretFile, baseUrl } = emulator;
    try {
      const { client_id, client_secret, ...rest } = clientOf(emulator);
      assert.match(client_id, /^emulator-client-/);
      assert.match(client_secret, /^emulator-secret-/);
      assert.deepEqual(rest, {
        project_id: 'emulator-project',
        auth_uri: `${baseUrl}${AUTH}`,
        token_uri: `${baseUrl}/token`,
        redirect_uris: ['http://localhost'],
      });
      if (process.platform !== 'win32') {
        assert.equal(statSync(clientSecretFile).mode & 0o777, 0o600);
        assert.equal(statSync(join(clientSecretFile, '..')).mode & 0o777, 0o700);
      }
    } finally {
      await emulator.close();
    }
    assert.equal(existsSync(join(clientSecretFile, '..')), false);
  });
});
