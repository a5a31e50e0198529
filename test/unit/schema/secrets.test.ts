import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { placeholderFor, omitSecretFields, redactSecrets } from '../../../src/api/schema/secrets';

const CREATE = 'credentials.CredentialCreateParams';
const CREATE_INTERACTION = 'interactions.CreateInteractionBody';

describe('secret fields', () => {
  it('are taken out of what is sent, of each kind of credential', () => {
    const bodies = [
      { type: 'bearer_token', id: 'a', token: 'canary "1"' },
      { type: 'oauth2', id: 'a', client_secret: 'canary2', refresh_token: 'canary3' },
      { type: 'environment_variable', id: 'a', value: 'canary4' },
    ];
    for (const body of bodies) {
      for (const indent of [undefined, 2]) {
        const clean = omitSecretFields(JSON.stringify(body, null, indent), CREATE, 'HIDDEN');
        assert.ok(!clean.includes('canary'), clean);
        const read = JSON.parse(clean) as { id: string; type: string };
        assert.deepEqual([read.id, read.type], ['a', body.type]);
      }
    }
  });

  it('are taken out of what is cut off, and of what is no valid message', () => {
    const cut = '{"id":"a","token":"canary\\';
    assert.equal(omitSecretFields(cut, CREATE, 'HIDDEN'), '{"id":"a","token":"HIDDEN"');
    const odd = '{"type":"no such","value":"canary"}';
    assert.equal(omitSecretFields(odd, CREATE, 'HIDDEN'), '{"type":"no such","value":"HIDDEN"}');
  });

  it('are found deep within, with the headers of a server as a whole', () => {
    const body = {
      model: 'models/x',
      input: 'value: kept',
      tools: [{ type: 'mcp_server', name: 's', url: 'https://s', headers: { 'X-Key': 'can}ary' } }],
    };
    const text = JSON.stringify(body);
    const clean = omitSecretFields(text, 'interactions.CreateInteractionBody', 'HIDDEN');
    assert.ok(clean.includes('"headers":"HIDDEN"') && !clean.includes('ary'), clean);
    assert.ok(clean.includes('value: kept'));
  });

  it('of an environment are its variables and the headers of its network, never ids of credentials', () => {
    const environment = {
      type: 'remote',
      env: { A: 'canary1', B: { value: 'canary2' }, C: { credential: 'mine' } },
      network: {
        allowlist: [
          { domain: 'a.test', credential: 'yours', transform: { Authorization: 'canary3' } },
          { domain: 'b.test', transform: [{ 'X-Key': 'canary4' }] },
        ],
      },
    };
    const body = {
      agent: 'x',
      environment,
      input: [{ type: 'function_call', arguments: { value: 1, env: 'kept' } }],
    };
    const hidden = {
      ...body,
      environment: {
        type: 'remote',
        env: { A: 'YOUR_A', B: { value: 'YOUR_VALUE' }, C: { credential: 'mine' } },
        network: {
          allowlist: [
            {
              domain: 'a.test',
              credential: 'yours',
              transform: { Authorization: 'YOUR_AUTHORIZATION' },
            },
            { domain: 'b.test', transform: [{ 'X-Key': 'YOUR_X_KEY' }] },
          ],
        },
      },
    };
    assert.deepEqual(redactSecrets(body, CREATE_INTERACTION, placeholderFor), hidden);
    const trigger = redactSecrets(
      { interaction: body },
      'triggers.TriggerCreateParams',
      placeholderFor,
    );
    assert.deepEqual(trigger, { interaction: hidden });
    const agent = redactSecrets({ base_environment: environment }, 'agents.Agent', placeholderFor);
    assert.deepEqual(agent, { base_environment: hidden.environment });
  });

  it('of the addresses of servers and webhooks are their users and queries', () => {
    const tool = (url: string): JsonObject => ({ tools: [{ type: 'mcp_server', name: 's', url }] });
    const cases = [
      ['https://a.test/mcp', 'https://a.test/mcp'],
      [
        'https://a.test/mcp?api_key=canary&b=canary#c',
        'https://a.test/mcp?api_key=YOUR_API_KEY&b=YOUR_B#c',
      ],
      ['https://me:canary@a.test/?canary', 'https://YOUR_USER@a.test/?YOUR_QUERY'],
    ];
    for (const [url = '', clean = ''] of cases) {
      assert.deepEqual(redactSecrets(tool(url), CREATE_INTERACTION, placeholderFor), tool(clean));
    }
    const chat = {
      tools: [{ mcp_servers: [{ streamable_http_transport: { url: 'https://a.test?k=canary' } }] }],
    };
    assert.ok(
      !JSON.stringify(redactSecrets(chat, 'GenerateContentRequest', 'X')).includes('canary'),
    );
    const hook = { model: 'x', webhook_config: { uris: ['https://a.test?k=canary'] } };
    assert.ok(!JSON.stringify(redactSecrets(hook, CREATE_INTERACTION, 'X')).includes('canary'));
  });

  it('are found in streams, at unknown places and under escaped names', () => {
    const server = '{"type":"mcp_server","url":"https://s?k=canary","headers":{"A":"canary"}}';
    const stream = `event: x\ndata: {"event_type":"x","interaction":{"tools":[${server}]}}\n\ndata: {"headers":{"A":"canary"}}\n\n`;
    const clean = omitSecretFields(stream, 'interactions.Interaction', 'HIDDEN');
    assert.ok(!clean.includes('canary'), clean);
    assert.ok(clean.startsWith('event: x\ndata: {"event_type":"x"'), clean);
    const escaped = '{"id":"a","tok\\u0065n":"canary"}';
    assert.equal(omitSecretFields(escaped, CREATE, 'HIDDEN'), escaped.replace('canary', 'HIDDEN'));
    const cut = '{"tools":[{"type":"mcp_server","headers":{"A":{"B":"canary","C":"cana';
    assert.ok(!omitSecretFields(cut, CREATE_INTERACTION, 'HIDDEN').includes('cana'));
  });
});
