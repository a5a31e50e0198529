import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json';
import { recordingsText } from '../../../src/cli/responseSources';
import type { Emulator } from '../../../src/emulator/options';
import { ask, asked, type Got, MODEL, RecordingStage } from './recorded';

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
  const stage = new RecordingStage();
  beforeEach(() => stage.begin());
  afterEach(() => stage.end());

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
      ...{ model: 'gemini-decision-1', input, questions },
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

  it("tells a miss in the form of OpenAI's API on its paths, and of a stream as an element of it", async () => {
    await record();
    const replay = await stage.start({ mode: 'replay' });
    const body = { model: 'emulator-flash', messages: [{ role: 'user', content: 'Bye' }] };
    const chat = await ask(replay, '/v1beta/openai/chat/completions', body);
    assert.deepEqual([chat.status, chat.text.startsWith('[{')], [404, true]);
    const stream = await ask(replay, `${MODEL}:streamGenerateContent`, asked('Bye'));
    assert.deepEqual([stream.status, stream.text.startsWith('[{')], [404, true]);
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

  it('answers again in a replay what only reads, where it is told to', async () => {
    await record();
    const emulator = await stage.start({ mode: 'generate' });
    const tell = async (repeats: boolean): Promise<void> => {
      const headers = { 'x-emulator-control': emulator.controlToken };
      await ask(emulator, '/$emulator/mode', { mode: 'replay', repeats }, headers);
    };
    const model = async (): Promise<number> => (await ask(emulator, MODEL)).status;
    const turn = async (): Promise<number> =>
      (await ask(emulator, `${MODEL}:generateContent`, asked('Name three rivers.'))).status;
    await tell(false);
    assert.deepEqual([await model(), await model()], [200, 404]);
    await tell(true);
    assert.deepEqual([await model(), await model(), await model()], [200, 200, 200]);
    // What a model says is another answer each time.
    assert.deepEqual([await turn(), await turn()], [200, 404]);
    assert.deepEqual(emulator.standIns.counts[0]?.hits, 4);
  });

  it('lets addresses in answers be those of the service, where it is told to', async () => {
    const upstream = await stage.upstream();
    const emulator = await stage.start({ mode: 'generate' });
    const service = upstream.baseUrl;
    const tell = async (mode: string): Promise<void> => {
      const headers = { 'x-emulator-control': emulator.controlToken };
      const place = mode === 'record' ? { upstream: service } : {};
      await ask(emulator, '/$emulator/mode', { mode, service, ...place }, headers);
    };
    const uri = `${service}/v1beta/files/abc`;
    const text = (fileUri: string): JsonObject => ({
      contents: [{ parts: [{ text: `See ${fileUri}.` }] }],
    });
    await tell('record');
    const recorded = await ask(emulator, `${MODEL}:generateContent`, text(uri));
    assert.ok(recorded.text.includes(uri), recorded.text);
    await tell('replay');
    const replayed = await ask(emulator, `${MODEL}:generateContent`, text(uri));
    assert.equal(replayed.text, recorded.text);
    // It is written as one of whoever replays it.
    const files = Object.values(await stage.files()).join('\n');
    assert.deepEqual(
      [files.includes(uri), files.includes('{{service}}/v1beta/files')],
      [false, true],
    );
  });

  it('asks the upstream for what is missing, and writes it at once', async () => {
    await record();
    const upstream = await stage.upstream();
    const both = await stage.start({ mode: 'auto', upstream: upstream.baseUrl });
    await askAll(both);
    const got = await ask(both, `${MODEL}:generateContent`, asked('Name three mountains.'));
    assert.equal(got.status, 200);
    const names = Object.keys(await stage.files());
    assert.ok(names.some((name) => name.startsWith('0009-models.generateContent-')));
    const [counts] = both.standIns.counts;
    assert.deepEqual([counts?.hits, counts?.recorded, counts?.misses], [QUESTIONS.length, 1, 0]);
    assert.equal(
      upstream.served().reduce((all, { requests }) => all + requests, 0),
      1,
    );
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

  it('keeps the session that is called as the folder of the one without a name apart from it', async () => {
    const upstream = await stage.upstream();
    const emulator = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    await ask(emulator, `${MODEL}:generateContent`, asked('Of none.'));
    await ask(emulator, `/s/main${MODEL}:generateContent`, asked('Of main.'));
    assert.deepEqual(
      emulator.standIns.counts.map(({ name }) => name),
      ['main', 's/main'],
    );
    await emulator.close();
    for (const [folder, text] of [
      ['main', 'Of none.'],
      ['main+', 'Of main.'],
    ] as const) {
      const contents = Object.values(await stage.files(folder));
      assert.deepEqual(
        contents.map((one) => one.includes(text)),
        [true],
      );
    }
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
    const { recordings } = JSON.parse((await control(emulator, 'recordings')).text) as {
      readonly recordings: JsonObject[];
    };
    assert.deepEqual(
      [recordings.length, recordings[0]?.operation, recordings[5]?.status],
      [8, 'models.generateContent', 404],
    );
    const wrong = await control(emulator, 'mode', { mode: 'sleep' });
    assert.deepEqual([wrong.status, /--mode must be one of/.test(wrong.text)], [400, true]);
  });

  it('records for another project, and says at the end of a mode what it came to', async () => {
    const upstream = await stage.upstream();
    const emulator = await stage.start({ mode: 'generate' });
    const tell = async (body: JsonObject): Promise<JsonObject> =>
      JSON.parse((await control(emulator, 'mode', body)).text) as JsonObject;
    const project = join(stage.folder, 'other');
    const begun = await tell({ mode: 'record', upstream: upstream.baseUrl, project });
    assert.equal(begun.folder, join(project, '.genlang', 'recordings', 'main'));
    // A path of the project is written as one of whoever replays it.
    await ask(emulator, `${MODEL}:generateContent`, asked(`See ${project}/a.txt.`));
    await ask(emulator, `${MODEL}:generateContent`, asked('Mind a-made-up-key-1.'));
    const { ended } = await tell({ mode: 'replay', project });
    const none = { hits: 0, misses: 0, unused: 0 };
    const main = { name: 'main', mode: 'record', requests: 2 };
    const [file = ''] = readdirSync(String(begun.folder));
    const why =
      'models.generateContent wasn’t recorded: found the request’s own credential in request.body.contents[0].parts[0].text.';
    const notes = [
      { what: 'recorded', text: file },
      { what: 'lost', text: why },
    ];
    assert.deepEqual(ended, { ...main, ...none, recorded: 1, withheld: 1, lost: [why], notes });
    await ask(emulator, `${MODEL}:generateContent`, asked('See nothing.'));
    const { ended: replayed } = await tell({ mode: 'replay', project });
    const missed = 'models.generateContent /models/emulator-flash:generateContent';
    assert.deepEqual((replayed as JsonObject).notes, [
      { what: 'missed', text: missed, nearest: file },
      { what: 'unused', text: file },
    ]);
    const read = readFileSync(join(String(begun.folder), file), 'utf8');
    const written = JSON.stringify((JSON.parse(read) as JsonObject).request);
    assert.deepEqual([written.includes('{{cwd}}/a.txt'), written.includes(project)], [true, false]);
    // What can't be read does not hold the mode, nor lists of what other sessions came to.
    writeFileSync(join(String(begun.folder), file), '{');
    await tell({ mode: 'replay', project });
    assert.equal((await ask(emulator, `${MODEL}:generateContent`, asked('Hi'))).status, 400);
    const left = await tell({ mode: 'generate' });
    const { problem, unused } = left.ended as JsonObject;
    assert.deepEqual([left.mode, unused], ['generate', 1]);
    assert.match(String(problem), /^Invalid recording .*main.0001-.*\.json: /);
  });

  it('tells those who follow a session that something else answers there', async () => {
    const emulator = await stage.start({ mode: 'generate' });
    const { body } = await fetch(`${emulator.baseUrl}/$emulator/follow`, {
      headers: { 'x-emulator-control': emulator.controlToken },
    });
    assert.ok(body);
    const heard = body.pipeThrough(new TextDecoderStream()).getReader();
    assert.equal((await heard.read()).value, '\n');
    await control(emulator, 'mode', { mode: 'sleep' });
    await control(emulator, 'mode', { mode: 'replay' });
    assert.equal((await heard.read()).value, '{"changed":"mode"}\n');
    await heard.cancel();
  });

  it('says of what is still being answered at its end that it is not recorded', async () => {
    const upstream = await stage.upstream();
    const emulator = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    await ask(emulator, `${MODEL}:generateContent`, asked('Name three rivers.'));
    // The stream begins, and goes on without end.
    const stalled = await fetch(`${emulator.baseUrl}${MODEL}:streamGenerateContent?alt=sse`, {
      method: 'POST',
      body: JSON.stringify(asked('[[stall]] Name three lakes.')),
      headers: { 'x-goog-api-key': 'a-made-up-key-1', 'content-type': 'application/json' },
    });
    const { ended } = JSON.parse(
      (await control(emulator, 'mode', { mode: 'generate' })).text,
    ) as JsonObject;
    await stalled.body?.cancel();
    const { recorded, withheld, lost } = ended as JsonObject;
    const why =
      'models.streamGenerateContent wasn’t recorded: the response wasn’t complete when the recording ended.';
    assert.deepEqual({ recorded, withheld, lost }, { recorded: 1, withheld: 1, lost: [why] });
    assert.deepEqual(emulator.told, [why]);
  });

  it('takes no file for a folder of recordings, and stays in the mode that it is in', async () => {
    await record();
    const emulator = await stage.start({ mode: 'generate' });
    const [file = ''] = Object.keys(await stage.files());
    const folder = join('.genlang', 'recordings', 'main', file);
    const refused = await control(emulator, 'mode', { mode: 'replay', folder });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Couldn’t read recordings in .*0001-/);
    assert.equal(JSON.parse((await control(emulator, 'mode')).text).mode, 'generate');
  });

  it('says which options are of no matter to recordings', async () => {
    const ofAnswers = ['--fault', '--quota'];
    const replay = await stage.start({ mode: 'replay', ofAnswers });
    assert.equal(replay.told.length, 1);
    assert.match(
      replay.told[0] ?? '',
      /^--fault and --quota apply only to the emulator’s own responses\. With --mode replay, /,
    );
    assert.deepEqual((await stage.start({ mode: 'generate', ofAnswers })).told, []);
  });

  it('says of an upstream that is not there what it is, without a try more', async () => {
    const upstream = await stage.upstream();
    await upstream.close();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const got = await ask(recording, `${MODEL}:generateContent`, asked('Hi'));
    assert.deepEqual([got.status, /didn’t respond/.test(got.text)], [502, true]);
  });
});
