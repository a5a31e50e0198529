import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../../../../src/emulator/server';
import {
  as,
  AUTH,
  authorization,
  clientOf,
  consent,
  PREFIX,
  redeem,
  refresh,
  refusal,
  signIn,
  submit,
  tokensOf,
} from './signIn';
import { ask } from '../wire';

const models = '/v1beta/models';

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

describe('emulator: grants in a data folder', () => {
  let dataFolder: string;
  before(() => (dataFolder = mkdtempSync(join(tmpdir(), 'emulator-grants-'))));
  after(() => rmSync(dataFolder, { recursive: true, force: true }));

  it('outlive the emulator, with the client, and what was revoked stays so', async () => {
    const first = await startEmulator({ dataFolder });
    const code = await consent(first);
    const kept = await signIn(first, { user: 'grace@example.com', scope: `${PREFIX} email` });
    const ended = await signIn(first);
    await submit(first, '/revoke', { token: ended.refresh_token });
    const client = clientOf(first);
    assert.equal(first.clientSecretFile, join(dataFolder, 'client_secret.json'));
    await first.close();
    assert.equal(existsSync(first.clientSecretFile), false);

    const second = await startEmulator({ dataFolder });
    try {
      assert.ok(second.isKept);
      assert.equal(clientOf(second).client_id, client.client_id);
      assert.equal(clientOf(second).auth_uri, second.baseUrl + AUTH);
      assert.equal((await ask(second, models, as(kept))).status, 200);
      const fresh = tokensOf(await refresh(second, kept.refresh_token));
      assert.match((await ask(second, '/tokeninfo', as(fresh))).text, /grace@example\.com/);
      assert.equal(refusal(await refresh(second, ended.refresh_token)), '400 invalid_grant');
      tokensOf(await redeem(second, code));
      assert.match(authorization(second), new RegExp(client.client_id));
    } finally {
      await second.close();
    }
  });
});
