import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../../src/api/schema/row';
import { errorOf, useEmulator } from '../wire';
import { type Candidate, candidatesIn, partsIn, said, Scripted } from './scripted';
import { folderForAll } from '../../../fakes/folder';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe('emulator: scripted answers of generateContent', () => {
  const emulator = useEmulator();
  const folder = folderForAll();

  const by = (answer: JsonObject | string, when: JsonObject = {}): Promise<Scripted> =>
    Scripted.with(emulator(), [{ when, response: answer }]);
  const only = async (answer: JsonObject): Promise<Candidate> => {
    const on = await by(answer);
    const [candidate] = candidatesIn(await on.generate('Hi'));
    assert.ok(candidate);
    return candidate;
  };

  it('call functions with ids and signatures that may come back, and end with STOP', async () => {
    const on = await Scripted.with(emulator(), [
      {
        when: { hasResult: false },
        response: { calls: [{ name: 'a', args: { n: 1 } }, { name: 'b' }] },
      },
      { when: { result: 'a' }, response: { text: 'Done: {{result}}' } },
    ]);
    const first = await on.generate('Hi');
    const parts = partsIn(first);
    const [one, other] = parts;
    assert.deepEqual([one?.functionCall?.name, one?.functionCall?.args], ['a', { n: 1 }]);
    assert.ok(one?.functionCall?.id && one.thoughtSignature && !other?.thoughtSignature);
    assert.equal(candidatesIn(first)[0]?.finishReason, 'STOP');
    const answered = [one, other].map((part) => ({
      functionResponse: {
        id: part?.functionCall?.id ?? '',
        name: part?.functionCall?.name ?? '',
        response: { output: 'ok' },
      },
    }));
    const contents = [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: parts as unknown as JsonObject[] },
      { role: 'user', parts: answered },
    ];
    assert.equal(await on.text({ contents }), 'Done: ok\nok');
    const [{ thoughtSignature: _gone, ...unsigned } = {}, ...rest] =
      parts as unknown as JsonObject[];
    const changed = [contents[0], { role: 'model', parts: [unsigned, ...rest] }, contents[2]];
    assert.match(
      errorOf(await on.ask({ contents: changed as JsonObject[] })).message,
      /thought_signature/,
    );
  });

  it('show pictures and files', async () => {
    writeFileSync(join(folder(), 'a.png'), PNG);
    const file = join(folder(), 'a.png');
    const { content } = await only({ text: 'Look:', images: ['a boat'], media: [{ file }] });
    const types = content?.parts.map(({ inlineData }) => inlineData?.mimeType);
    assert.deepEqual(types, [undefined, 'image/png', 'image/png']);
    assert.equal(content?.parts[2]?.inlineData?.data, PNG.toString('base64'));
  });

  it('fail with the details that the service gives', async () => {
    const on = await by({ error: 'RESOURCE_EXHAUSTED', retryDelay: '7s', quota: { limit: 5 } });
    const answer = await on.ask('Hi');
    const { details = [] } = errorOf(answer);
    assert.equal(answer.status, 429);
    assert.equal(details.at(-1)?.retryDelay, '7s');
    const other = await by({
      error: 'FAILED_PRECONDITION',
      message: 'Not {{user}}.',
      retryDelay: '1s',
      details: [{ '@type': 'type.googleapis.com/x' }],
      headers: { 'retry-after': '1' },
    });
    const refused = await other.ask('now');
    assert.equal(refused.headers['retry-after'], '1');
    assert.deepEqual(errorOf(refused), {
      code: 400,
      message: 'Not now.',
      status: 'FAILED_PRECONDITION',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' },
        { '@type': 'type.googleapis.com/x' },
      ],
    });
    assert.equal(errorOf(await (await by({ error: 503 })).ask('Hi')).status, 'UNAVAILABLE');
  });

  it('send a message as it is, from the rule or from a file', async () => {
    const raw = { candidates: [{ content: { parts: [{ text: 'x' }] } }], notOfTheApi: 0 };
    assert.deepEqual(await (await by({ raw })).generate('Hi'), raw);
    const pieces = [raw, { ...raw, notOfTheApi: 1 }];
    assert.deepEqual(await (await by({ raw: pieces })).stream('Hi'), pieces);
    writeFileSync(join(folder(), 'wire.json'), JSON.stringify(raw));
    assert.deepEqual(await (await by({ file: join(folder(), 'wire.json') })).generate('Hi'), raw);
  });

  it('are given to what is right only: what the service refuses is refused, and counts for nothing', async () => {
    const on = await Scripted.with(emulator(), [{ responses: [{ text: 'a' }, { text: 'b' }] }]);
    const hot = await on.ask({ ...said('Hi'), generationConfig: { temperature: 5 } });
    assert.equal(hot.status, 400);
    assert.equal((await on.ask({ ...said('Hi'), nonsense: 1 })).status, 400);
    assert.equal((await on.ask('Hi', 'no-such-model')).status, 404);
    assert.equal(await on.text('Hi'), 'a');
  });
});
