import assert from 'node:assert/strict';
import { SpeechDetector } from '../../../src/live/speechDetector';
import { pcm, silence } from './sound';

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

const never = (): never => assert.fail('Nobody speaks.');

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
      ...['begins', 'ends after 1.40'],
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
    const listening = new SpeechDetector({}, { begins: never, ends: never });
    assert.throws(() => listening.begin(), { code: 400, message: /automatic activity detection/ });
    assert.throws(() => listening.end(), { code: 400 });
  });
});
