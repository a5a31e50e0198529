import assert from 'node:assert/strict';
import { withoutSecretFields } from '../../../src/api/schema/secrets';

const CREATE = 'credentials.CredentialCreateParams';

describe('secret fields', () => {
  it('are taken out of what is sent, of each kind of credential', () => {
    const bodies = [
      { type: 'bearer_token', id: 'a', token: 'canary "1"' },
      { type: 'oauth2', id: 'a', client_secret: 'canary2', refresh_token: 'canary3' },
      { type: 'environment_variable', id: 'a', value: 'canary4' },
    ];
    for (const body of bodies) {
      for (const indent of [undefined, 2]) {
        const clean = withoutSecretFields(JSON.stringify(body, null, indent), CREATE, 'HIDDEN');
        assert.ok(!clean.includes('canary'), clean);
        const read = JSON.parse(clean) as { id: string; type: string };
        assert.deepEqual([read.id, read.type], ['a', body.type]);
      }
    }
  });

  it('are taken out of what is cut off, and of what is no valid message', () => {
    const cut = '{"id":"a","token":"canary\\';
    assert.equal(withoutSecretFields(cut, CREATE, 'HIDDEN'), '{"id":"a","token":"HIDDEN"');
    const odd = '{"type":"no such","value":"canary"}';
    assert.equal(withoutSecretFields(odd, CREATE, 'HIDDEN'), '{"type":"no such","value":"HIDDEN"}');
  });

  it('are found deep within, with the headers of a server as a whole', () => {
    const body = {
      model: 'models/x',
      input: 'value: kept',
      tools: [{ type: 'mcp_server', name: 's', url: 'https://s', headers: { 'X-Key': 'can}ary' } }],
    };
    const text = JSON.stringify(body);
    const clean = withoutSecretFields(text, 'interactions.CreateInteractionBody', 'HIDDEN');
    assert.ok(clean.includes('"headers":"HIDDEN"') && !clean.includes('ary'), clean);
    assert.ok(clean.includes('value: kept'));
  });

  it('are no matter of messages without any', () => {
    const text = '{"token":"a","value":"b"}';
    assert.equal(withoutSecretFields(text, 'CountTokensRequest', 'HIDDEN'), text);
  });
});
