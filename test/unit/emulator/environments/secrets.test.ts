import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { ask, json, useEmulator } from '../wire';

const PATH = '/v1beta/credentials';
const TOKEN_URL = 'https://id.harbour.example/token';

describe('emulator: credentials of agents', () => {
  const emulator = useEmulator();

  const patch = async (id: string, mask: string, body: JsonObject): Promise<string> => {
    const path = `${PATH}/${id}?update_mask=${mask}`;
    const { status, text } = await ask(emulator(), path, { method: 'PATCH', body });
    return status === 200 ? '200' : `${status} ${text}`;
  };

  it('change in what the mask names, as their kind has it', async () => {
    await json(emulator(), PATH, { id: 'bearer', type: 'bearer_token', token: 'canary-1' });
    const bearer = { type: 'bearer_token', token: 'canary-2', prefix: 'Key' };
    assert.equal(await patch('bearer', 'token,prefix', bearer), '200');
    assert.match(await patch('bearer', 'scopes', bearer), /^400 .*has no such field/s);
    const other = { type: 'oauth2', client_id: 'quay' };
    assert.match(await patch('bearer', 'client_id', other), /^400 .*'type'/s);
  });

  it('are checked in what changes, and not in what the mask leaves as it is', async () => {
    const made = {
      id: 'grant',
      type: 'oauth2',
      client_id: 'harbour',
      token_url: TOKEN_URL,
      client_secret: 'canary-3',
      refresh_token: 'canary-4',
    };
    await json(emulator(), PATH, made);
    const change = { type: 'oauth2', client_id: 'quay', token_url: 'no address' };
    assert.match(await patch('grant', 'token_url', change), /^400 .*it is no address/s);
    assert.equal(await patch('grant', 'client_id', change), '200');
  });
});
