import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import { recordingsText } from '../../../src/cli/responseSources';
import type { Emulator } from '../../../src/emulator/options';
import { ask, asked, type Got, MODEL, useStage } from './recorded';

/** What each is asked, in turn. */
const QUESTIONS: readonly (readonly [string, JsonObject?])[] = [
  [`${MODEL}:generateContent`, asked('Name three rivers.')],
  [`${MODEL}:streamGenerateContent?alt=sse`, asked('Name three lakes.')],
  [`${MODEL}:streamGenerateContent`, asked('Name three seas.')],
  ['/v1beta/models/emulator-flash'],
  ['/v1beta/models?pageSize=2'],
  ['/v1beta/models/nothing'],
  [
    '/v1beta/openai/chat/completions',
    { model: 'emulator-flash', messages: [{ role: 'user', content: 'Hi' }] },
  ],
  [
    '/v1beta/openai/chat/completions',
    { model: 'emulator-flash', stream: true, messages: [{ role: 'user', content: 'Hi' }] },
  ],
];

async function askAll(emulator: Emulator): Promise<readonly Got[]> {
  const answers: Got[] = [];
  for (const [path, body] of QUESTIONS) answers.push(await ask(emulator, path, body));
  return answers;
}

/** Says something to the control API of an emulator, or asks it. */
const control = (emulator: Emulator, path: string, body?: JsonObject): Promise<Got> =>
  ask(emulator, `/$emulator/${path}`, body, { 'x-emulator-control': emulator.controlToken });

describe('recordings of an emulator', () => {
  const stage = useStage();

  const record = async (): Promise<readonly Got[]> => {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const answers = await askAll(recording);
    await recording.close();
    await upstream.close();
    assert.deepEqual(recording.told, []);
    return answers;
  };

  it('answers again what was recorded, byte for byte, with the upstream gone', async () => {
    const recorded = await record();
    const replay = await stage.start({ mode: 'replay' });
    assert.deepEqual(await askAll(replay), recorded);
    const [counts] = replay.standIns.counts;
    const { hits, misses, unused } = counts ?? {};
    assert.deepEqual({ hits, misses, unused }, { hits: QUESTIONS.length, misses: 0, unused: 0 });
    assert.deepEqual(replay.answers(), { recording: QUESTIONS.length });
  });

  it('answers questions from recordings of the same questions about the same input', async () => {
    const path = '/v1beta/decisions';
    const broken = { type: 'noul', instructions: 'Is it broken?' };
    const wet = { type: 'noul', instructions: 'Is it wet?' };
    const decide = (questions: JsonObject, input = 'The lamp flickers.'): JsonObject => ({
      model: 'gemini-decision-1',
      input,
      questions,
    });
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const first = await ask(recording, path, decide({ broken }));
    const second = await ask(recording, path, decide({ wet }));
    await recording.close();
    const answersOf = ({ text }: Got): JsonObject =>
      (JSON.parse(text) as { readonly answers: JsonObject }).answers;
    const replay = await stage.start({ mode: 'replay' });
    const both = answersOf(await ask(replay, path, decide({ damp: wet, broken })));
    assert.deepEqual(both, { damp: answersOf(second).wet, broken: answersOf(first).broken });
    assert.equal((await ask(replay, path, decide({ wet }, 'It works.'))).status, 404);
    const [counts] = replay.standIns.counts;
    assert.deepEqual([counts?.hits, counts?.misses, counts?.unused], [1, 1, 0]);
  });

  it('changes no byte of a file where the same is recorded anew', async () => {
    await record();
    const before = await stage.files();
    assert.equal(Object.keys(before).length >= QUESTIONS.length, true);
    await record();
    assert.deepEqual(await stage.files(), before);
  });

  it('answers a request that was not recorded with the nearest one and the difference, once', async () => {
    await record();
    const replay = await stage.start({ mode: 'replay' });
    const got = await ask(replay, `${MODEL}:generateContent`, asked('Name three mountains.'));
    assert.equal(got.status, 404);
    const { error } = JSON.parse(got.text) as {
      readonly error: {
        readonly status: string;
        readonly message: string;
        readonly details: JsonObject[];
      };
    };
    assert.equal(error.status, 'NOT_FOUND');
    assert.match(error.message, /closest is 0001-models\.generateContent-[\da-f]{8}\.json/);
    assert.match(
      error.message,
      /body\.contents\[0\]\.parts\[0\]\.text: recorded "Name three rivers\."/,
    );
    assert.equal(error.details[0]?.reason, 'RECORDING_NOT_FOUND');
    assert.equal(replay.told.length, 1);
    assert.match(replay.told[0] ?? '', /requested "Name three mountains\."[^]*Ignored: headers/);
    await ask(replay, `${MODEL}:generateContent`, asked('Name three hills.'));
    assert.match(replay.told[1] ?? '', /requested "Name three hills\."/);
    assert.doesNotMatch(replay.told[1] ?? '', /Ignored/);
    assert.equal(replay.standIns.counts[0]?.misses, 2);
    assert.equal(replay.answers().miss, 2);
    const token = { 'x-emulator-control': replay.controlToken };
    const log = await ask(replay, '/$emulator/log?answeredBy=miss', undefined, token);
    assert.match(log.text, /"nearest":\s*"0001-models\.generateContent-[\da-f]{8}\.json"/);
  });

  it('uses each recording once, those of the same request in their order', async () => {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const list = (): Promise<Got> => ask(recording, '/v1beta/cachedContents');
    const cache = {
      model: 'models/gemini-3.8-flash',
      contents: [{ role: 'user', parts: [{ text: 'word '.repeat(9000) }] }],
    };
    const recorded = [
      await list(),
      await ask(recording, '/v1beta/cachedContents', cache),
      await list(),
    ];
    assert.notEqual(recorded[0]?.text, recorded[2]?.text);
    await recording.close();
    const replay = await stage.start({ mode: 'replay' });
    const again = [
      await ask(replay, '/v1beta/cachedContents'),
      await ask(replay, '/v1beta/cachedContents', cache),
      await ask(replay, '/v1beta/cachedContents'),
    ];
    assert.deepEqual(again, recorded);
    const third = await ask(replay, '/v1beta/cachedContents');
    assert.equal(third.status, 404);
    assert.match(third.text, /All 2 recordings for cachedContents\.list have already been used/);
  });

  it('records nothing on a build server, says so once, and opens no connection', async () => {
    await record();
    const upstream = await stage.upstream();
    const before = await stage.files();
    const given = { mode: 'record', upstream: upstream.baseUrl };
    const replay = await stage.start(given, {}, { CI: 'true' });
    await askAll(replay);
    await ask({ baseUrl: `${replay.baseUrl}/s/other` }, `${MODEL}:generateContent`, asked('Hi'));
    assert.deepEqual(upstream.served(), []);
    assert.equal(replay.told.filter((text) => text.includes('CI is set')).length, 1);
    assert.match(
      recordingsText(replay.standIns.counts),
      /^ {2}replay main: 8 from .*\n {2}replay other: /,
    );
    await replay.close();
    assert.deepEqual(await stage.files(), before);
  });

  it('refuses a credential that looks real unless it is relayed, and writes it nowhere', async () => {
    const real = `AIza${'Sy0123456789abcdefghijklmnopqrstuvw'}`;
    const replay = await stage.start({ mode: 'replay' });
    const refused = await ask(replay, `${MODEL}:generateContent`, asked('Hi'), {
      'x-goog-api-key': real,
    });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /rejects credentials that look real/);
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const relayed = await ask(recording, `${MODEL}:generateContent`, asked('Hi'), {
      'x-goog-api-key': real,
    });
    // The other emulator sees it, and refuses it in its turn.
    assert.deepEqual([relayed.status, relayed.text], [refused.status, refused.text]);
    await recording.close();
    assert.equal(JSON.stringify(await stage.files()).includes(real), false);
  });

  it('does not write what has a secret in it, and says where that is', async () => {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    await ask(recording, `${MODEL}:generateContent`, asked('My key is a-made-up-key-1, right?'));
    await ask(recording, `${MODEL}:generateContent`, asked('Hi'));
    await recording.close();
    assert.match(
      recording.told.join('\n'),
      /models\.generateContent wasn’t recorded: found the request’s own credential in request\.body\.contents\[0\]/,
    );
    const [counts] = recording.standIns.counts;
    assert.deepEqual([counts?.recorded, counts?.withheld], [1, 1]);
    assert.equal(JSON.stringify(await stage.files()).includes('a-made-up-key-1'), false);
  });

  it('goes on in another mode when it is told to, and lists sessions and recordings', async () => {
    await record();
    const emulator = await stage.start({ mode: 'generate' });
    const { mode, acting } = JSON.parse((await control(emulator, 'mode')).text) as JsonObject;
    assert.deepEqual([mode, acting], ['generate', 'generate']);
    await control(emulator, 'mode', { mode: 'replay' });
    await askAll(emulator);
    const { sessions } = JSON.parse((await control(emulator, 'sessions')).text) as {
      readonly sessions: JsonObject[];
    };
    const expected = { name: 'main', mode: 'replay', requests: 8, hits: 8, misses: 0 };
    assert.deepEqual(sessions, [{ ...expected, recorded: 0, withheld: 0, unused: 0 }]);
    const list = JSON.parse((await control(emulator, 'recordings')).text) as JsonObject;
    const [first] = list.recordings as JsonObject[];
    assert.equal(first?.operation, 'models.generateContent');
    const wrong = await control(emulator, 'mode', { mode: 'sleep' });
    assert.deepEqual([wrong.status, /--mode must be one of/.test(wrong.text)], [400, true]);
  });

  it('says of an upstream that is not there what it is, without a try more', async () => {
    const upstream = await stage.upstream();
    await upstream.close();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const got = await ask(recording, `${MODEL}:generateContent`, asked('Hi'));
    assert.deepEqual([got.status, /didn’t respond/.test(got.text)], [502, true]);
  });
});
