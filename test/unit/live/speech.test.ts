import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { SpeechDetector } from '../../../src/live/realtimeInput';
import { FakeClock } from '../../fakes/clock';
import { partsOf, said, setupOf, textOf, useLive } from './liveClient';
import { heard, pcm, silence } from './sound';

const transcriptions = { inputAudioTranscription: {}, outputAudioTranscription: {} };

/** A session that speaks, as one does by default. */
const spoken = (more: JsonObject = {}): JsonObject => ({
  setup: { model: 'models/gemini-3.8-live', ...more },
});

interface Sound {
  readonly mimeType: string;
  readonly data: string;
}

const soundsOf = (messages: readonly JsonObject[]): readonly Sound[] =>
  partsOf(messages).map(({ inlineData }) => inlineData as unknown as Sound);

describe('live sessions: what they say', () => {
  const live = useLive();
  const answer = 'One two three four five six seven eight nine ten eleven twelve thirteen.';

  it('is sound of 24 kHz in pieces, for as long as the text takes, and counts as that', async () => {
    const client = await live.talk(spoken());
    await client.send(said(`[[echo]]${answer}`));
    const turn = await client.turn();
    const sounds = soundsOf(turn);
    assert.ok(sounds.length > 2);
    assert.deepEqual(
      [...new Set(sounds.map(({ mimeType }) => mimeType))],
      ['audio/pcm;rate=24000'],
    );
    const bytes = sounds.reduce((sum, { data }) => sum + Buffer.from(data, 'base64').length, 0);
    const seconds = answer.length / 15;
    assert.ok(Math.abs(bytes / 48_000 - seconds) < 0.001, `${bytes} bytes`);
    assert.equal(textOf(turn), '');
    const usage = turn.at(-1)?.usageMetadata as JsonObject;
    const tokenCount = Math.ceil(seconds * 25);
    assert.deepEqual(usage.responseTokensDetails, [{ modality: 'AUDIO', tokenCount }]);
    assert.equal(usage.responseTokenCount, tokenCount);
    assert.equal(usage.totalTokenCount, Number(usage.promptTokenCount) + tokenCount);
    await client.close();
  });
});

describe('live sessions: what they hear', () => {
  const live = useLive({ clock: new FakeClock() });

  it('is a turn with its end, which is transcribed and answered', async () => {
    const client = await live.talk(setupOf(transcriptions));
    await client.send(heard(silence(200), pcm(1000)), heard(pcm(500), silence(300)));
    await client.send(heard(silence(300)));
    const turn = await client.turn();
    const words = 'I speak for 1.5 seconds.';
    assert.deepEqual(turn[0], {
      serverContent: { inputTranscription: { text: words, finished: true } },
    });
    assert.match(textOf(turn), /“I speak for 1\.5 seconds\.”[^]*attached audio\/pcm;rate=16000/);
    const { promptTokensDetails } = turn.at(-1)?.usageMetadata as JsonObject;
    assert.ok(JSON.stringify(promptTokensDetails).includes('AUDIO'));
    await client.close();
  });

  it('ends with the stream, or where the client says so', async () => {
    const client = await live.talk();
    await client.send(heard(pcm(400)), { realtimeInput: { audioStreamEnd: true } });
    assert.match(textOf(await client.turn()), /I speak for 0\.4 seconds\./);
    await client.close();
    const realtimeInputConfig = { automaticActivityDetection: { disabled: true } };
    const told = await live.talk(setupOf({ realtimeInputConfig }));
    await told.send({ realtimeInput: { activityStart: {} } }, heard(silence(2000)));
    await told.send({ realtimeInput: { activityEnd: {} } });
    assert.match(textOf(await told.turn()), /I speak for 2\.0 seconds\./);
    await told.close();
  });

  it('has pictures and what is typed meanwhile', async () => {
    const client = await live.talk();
    const video = { mimeType: 'image/jpeg', data: Buffer.alloc(30).toString('base64') };
    await client.send({ realtimeInput: { video } }, heard(pcm(400)));
    await client.send({ realtimeInput: { text: 'Look at this.' } }, heard(silence(600)));
    const turn = await client.turn();
    assert.match(textOf(turn), /attached image\/jpeg, 30 bytes; audio\/pcm/);
    assert.match(textOf(turn), /Look at this\./);
    await client.send({ realtimeInput: { mediaChunks: [video, video], text: 'And these?' } });
    assert.match(textOf(await client.turn()), /image\/jpeg, 30 bytes; image\/jpeg, 30 bytes\./);
    await client.close();
  });
});

describe('live sessions: who speaks while an answer is said', () => {
  const live = useLive({ clock: new FakeClock(), speed: { latency: 0, rate: 1 } });

  it('interrupts it with the beginning of speech', async () => {
    const client = await live.talk();
    await client.send(said('Write a story.'));
    await client.next();
    await client.send(heard(pcm(100)));
    assert.deepEqual(await client.next(), { serverContent: { interrupted: true } });
    await client.next();
    await client.send(heard(silence(600)));
    assert.ok(textOf([await client.next()]) !== '');
    await client.close();
  });
});

type Detection = ConstructorParameters<typeof SpeechDetector>[0];

/** What an ear hears in a stream that comes in pieces of so many bytes. */
function hearing(sounds: readonly Buffer[], detection: Detection = {}, size = 1000): string[] {
  const told: string[] = [];
  const ear = new SpeechDetector(detection, {
    begins: () => told.push('begins'),
    ends: ({ seconds }) => told.push(`ends after ${seconds.toFixed(2)}`),
  });
  const stream = Buffer.concat(sounds);
  for (let at = 0; at < stream.length; at += size) {
    const data = stream.subarray(at, at + size).toString('base64');
    ear.push({ mimeType: 'audio/pcm;rate=16000', data });
  }
  return told;
}

describe('live sessions: voices', () => {
  it('begin with what is loud, and end with half a second of silence, however the stream is cut', () => {
    const sounds = [silence(300), pcm(1000), silence(600), pcm(500), silence(600)];
    const told = ['begins', 'ends after 1.00', 'begins', 'ends after 0.50'];
    for (const size of [640, 999, 1, 100_000]) {
      assert.deepEqual(hearing(sounds, {}, size), told, `in pieces of ${size}`);
    }
  });

  it('go on over a short pause, and are none where it is only a click', () => {
    assert.deepEqual(hearing([pcm(500), silence(400), pcm(500), silence(600)]), [
      'begins',
      'ends after 1.40',
    ]);
    assert.deepEqual(hearing([silence(200), pcm(20), silence(600)]), []);
  });

  it('are told where nothing listens for them, and only there', () => {
    const told: string[] = [];
    const ear = new SpeechDetector(
      { disabled: true },
      { begins: () => told.push('begins'), ends: ({ seconds }) => told.push(`${seconds}`) },
    );
    const sound = { mimeType: 'audio/pcm;rate=8000', data: pcm(1000).toString('base64') };
    ear.push(sound);
    ear.begin();
    ear.push(sound);
    ear.end();
    assert.deepEqual(told, ['begins', '2']);
  });
});
