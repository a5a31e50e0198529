import assert from 'node:assert/strict';
import { templateVariables } from '../../../src/api/names';
import { type OperationId, operationRow } from '../../../src/api/operations';
import { type PlainRequest, rawRequest } from '../../../src/api/request';
import type { JsonObject } from '../../../src/api/schema/row';
import { replayExchange } from '../../../src/console/sendRequest';
import type { Connection } from '../../../src/service/connection';
import { TrafficLog } from '../../../src/service/trafficLog';
import { useEmulator } from '../emulator/wire';
import { answering, clientOf, deletion, openConsole, setUpSending, WORK } from './sending';

/** A request that may let others at something. */
function sharing(operation: OperationId, body: JsonObject): PlainRequest {
  const [name] = templateVariables(operationRow(operation).path);
  assert.ok(name);
  const resource = operation.startsWith('tunedModels') ? 'tunedModels/a' : 'corpora/a';
  const of = operation.endsWith('permissions.patch') ? `${resource}/permissions/b` : resource;
  return rawRequest({ operation, version: 'v1beta', path: { [name.name]: of }, query: {}, body });
}

describe('sending what is dangerous', () => {
  it('asks first, with the operation, the resource and the connection', async () => {
    const { send, sent, prompts } = setUpSending(answering(200));
    prompts.answer('Delete');
    await send(deletion);
    const [asked] = prompts.asked;
    assert.equal(asked?.kind, 'confirm');
    assert.match(asked.text, /^Delete tuned model: tunedModels\/a b\? .*“Work”/);
    assert.deepEqual(asked.choices, ['Delete']);
    assert.equal(sent.length, 1);
  });

  for (const [what, request, says] of [
    [
      'somebody',
      sharing('tunedModels.permissions.create', {
        granteeType: 'USER',
        emailAddress: 'eve@example.com',
        role: 'WRITER',
      }),
      /eve@example\.com gets access with the role WRITER\./,
    ],
    [
      'everyone',
      sharing('corpora.permissions.create', { granteeType: 'EVERYONE', role: 'READER' }),
      /Anyone using the Gemini API gets access with the role READER\./,
    ],
    [
      'whoever has another role',
      sharing('corpora.permissions.patch', { role: 'WRITER' }),
      /The grantee gets access with the role WRITER\./,
    ],
    [
      'other projects',
      sharing('tunedModels.patch', { readerProjectNumbers: ['1', '2'] }),
      /These projects get access: 1, 2\./,
    ],
    [
      'everyone, as the service takes names too',
      sharing('corpora.permissions.create', { grantee_type: 'EVERYONE', role: 'READER' }),
      /Anyone using the Gemini API gets access/,
    ],
    [
      'other projects, as the service takes names too',
      sharing('tunedModels.patch', { reader_project_numbers: ['3'] }),
      /These projects get access: 3\./,
    ],
  ] as const) {
    it(`asks too where ${what} gets access`, async () => {
      const { send, sent, prompts } = setUpSending(answering(200));
      prompts.answer(undefined);
      await send(request);
      assert.equal(prompts.asked.length, 1);
      assert.match(prompts.asked[0]?.text ?? '', says);
      assert.equal(sent.length, 0);
    });
  }

  it('does not ask where a tuned model is shared with nobody', async () => {
    const { send, sent, prompts } = setUpSending(answering(200));
    await send(sharing('tunedModels.patch', { displayName: 'b', readerProjectNumbers: [] }));
    assert.deepEqual([prompts.asked.length, sent.length], [0, 1]);
  });
});

const creation = rawRequest({
  operation: 'tunedModels.create',
  version: 'v1beta',
  path: {},
  query: {},
  body: {},
});

/** A console whose traffic has a request of the window. */
function setUpReplay(request: PlainRequest) {
  const { parts, sent, prompts } = setUpSending(answering(200));
  const entry = { name: request.operation, recording: { request }, connection: WORK.id };
  const traffic = { find: () => entry } as unknown as TrafficLog;
  const ask = () => replayExchange({ ...parts, traffic }, { exchange: 1 });
  return { sent, prompts, ask };
}

const FACTS = {
  method: 'POST',
  host: 'one.example',
  path: '/token',
  startedAt: 0,
  durationMs: 1,
  bytesSent: 0,
  bytesReceived: 0,
  outcome: 'answered',
} as const;

describe('replaying an exchange', () => {
  const emulator = useEmulator();

  it('sends the same request to the same connection, and shows the answer', async () => {
    const traffic = new TrafficLog(() => true);
    const client = await clientOf(emulator(), traffic);
    const other: Connection = { ...WORK, id: 'bbbb2222', name: 'Other' };
    const { parts, documents } = openConsole(client, [other, WORK]);
    const asked: string[] = [];
    const clients = {
      get: (id: string) => {
        asked.push(id);
        return Promise.resolve(client);
      },
    };
    await client.call('models.list', { pageSize: 2 });
    const [first] = traffic.entries;
    await replayExchange({ ...parts, traffic, clients }, { exchange: first?.id ?? 0 });
    await client.close();
    assert.deepEqual(asked, [WORK.id]);
    const requests = traffic.entries.map(
      ({ recording }): PlainRequest | undefined => recording?.request,
    );
    assert.equal(requests.length, 2);
    assert.deepEqual(requests[1], requests[0]);
    assert.match(documents.texts[0] ?? '', /^\/\/ 200 OK[^]*on “Work”[^]*"models": \[/);
  });

  it('says why it cannot be', async () => {
    const { parts, traffic, documents } = openConsole({ exchange: () => assert.fail() }, []);
    const client = await clientOf(emulator(), traffic);
    await client.call('models.list', {});
    await client.close();
    traffic.addOther({ ...FACTS, name: 'oauth.token' });
    traffic.add(WORK.id, { ...FACTS, operation: 'models.list', version: 'v1' });
    const reasons = ['unknownConnection', 'notRepeatable', 'notRecorded'];
    for (const [index, reason] of reasons.entries()) {
      const exchange = traffic.entries[index]?.id ?? 0;
      await assert.rejects(replayExchange(parts, { exchange }), { reason });
    }
    await assert.rejects(replayExchange(parts, { exchange: 99 }), { reason: 'unknownExchange' });
    assert.equal(documents.shown.length, 0);
  });

  for (const [what, request, action] of [
    ['deletes', deletion, 'Delete'],
    ['writes', creation, 'Create'],
  ] as const) {
    it(`asks first where the request ${what}`, async () => {
      const { sent, prompts, ask } = setUpReplay(request);
      prompts.answer(undefined, action);
      await ask();
      assert.equal(sent.length, 0);
      await ask();
      assert.deepEqual(sent, [request]);
      const [asked] = prompts.asked;
      assert.deepEqual([asked?.kind, asked?.choices], ['confirm', [action]]);
      assert.match(asked?.text ?? '', /: (tunedModels\/a b|tunedModels)\? .*“Work”/);
    });
  }
});
