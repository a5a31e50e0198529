import assert from 'node:assert/strict';
import {
  ask,
  errorOf,
  events,
  generate,
  textOf,
  useEmulator,
  type Answer,
  type Generated,
} from './wire';

const PARTIAL = /^data: \{"candidates"/;

describe('emulator: trigger words', () => {
  const emulator = useEmulator();
  const bodyOf = (text: string, extra: object = {}): object => ({
    contents: [{ role: 'user', parts: [{ text }] }],
    ...extra,
  });
  const stream = (text: string, extra: object = {}): Promise<Answer> =>
    ask(emulator(), '/v1beta/models/emulator-flash:streamGenerateContent?alt=sse', {
      body: bodyOf(text, extra),
    });
  const last = (answer: Answer): Generated => events(answer.text).at(-1) as Generated;

  it('[[safety]] blocks midway: text first, then the reason and its rating', async () => {
    const answer = await stream('Hello [[safety:HARASSMENT]]');
    assert.match(answer.text, /"text":"/);
    assert.deepEqual(last(answer).candidates, [
      {
        finishReason: 'SAFETY',
        safetyRatings: [
          { category: 'HARM_CATEGORY_HARASSMENT', probability: 'HIGH', blocked: true },
        ],
      },
    ]);
    const whole = await generate(emulator(), 'Hello [[safety:HARASSMENT]]');
    assert.equal(whole.candidates?.[0]?.content, undefined);
  });

  it('[[block-prompt]] answers with feedback and no candidates', async () => {
    const blocked = await generate(emulator(), 'Hello [[block-prompt]]');
    assert.equal(blocked.candidates, undefined);
    assert.deepEqual(blocked.promptFeedback, {
      blockReason: 'SAFETY',
      safetyRatings: [
        { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH', blocked: true },
      ],
    });
    const other = events((await stream('Hello [[block-prompt:OTHER]]')).text);
    assert.equal(other.length, 1);
    assert.deepEqual((other[0] as Generated).promptFeedback, { blockReason: 'OTHER' });
  });

  it('[[recitation]], [[finish]] and [[no-finish]] decide how it ends', async () => {
    assert.equal(
      last(await stream('Hi [[recitation]]')).candidates?.[0]?.finishReason,
      'RECITATION',
    );
    assert.equal(last(await stream('Hi [[finish:OTHER]]')).candidates?.[0]?.finishReason, 'OTHER');
    assert.doesNotMatch((await stream('Hi [[no-finish]]')).text, /finishReason/);
  });

  it('[[error]] comes after part of a stream, and as a status otherwise', async () => {
    const streamed = await stream('Hello [[error:503]]');
    assert.equal(streamed.status, 200);
    assert.match(streamed.text, PARTIAL);
    assert.deepEqual(events(streamed.text).at(-1), {
      error: {
        code: 503,
        message: 'The model is overloaded. Please try again later.',
        status: 'UNAVAILABLE',
      },
    });
    const whole = await ask(emulator(), '/v1beta/models/emulator-flash:generateContent', {
      body: bodyOf('Hello [[error:500]]'),
    });
    assert.deepEqual([whole.status, errorOf(whole).status], [500, 'INTERNAL']);
  });

  it('[[fail]] comes before anything, with a delay where the quota is used up', async () => {
    const failed = await stream('Hello [[fail:429]]');
    assert.equal(failed.status, 429);
    const details = errorOf(failed).details ?? [];
    assert.deepEqual(details.at(-1), {
      '@type': 'type.googleapis.com/google.rpc.RetryInfo',
      retryDelay: '2s',
    });
    assert.match(errorOf(failed).message, /Please retry in 2s\.$/);
  });

  it('[[reset]] breaks the connection midway', async () => {
    const answer = await stream('Hello [[reset]]');
    assert.equal(answer.broken, true);
    assert.match(answer.text, PARTIAL);
  });

  it('[[empty]], [[html]] and [[malformed]] send what is no answer', async () => {
    const empty = await stream('Hello [[empty]]');
    assert.deepEqual([empty.status, empty.text], [200, '']);
    const html = await stream('Hello [[html]]');
    assert.match(String(html.headers['content-type']), /^text\/html/);
    assert.match(html.text, /^<!DOCTYPE html>/);
    const malformed = await stream('Hello [[malformed]]');
    const pieces = malformed.text.split('\r\n\r\n').filter((piece) => piece !== '');
    assert.throws(() => JSON.parse((pieces.at(-1) ?? '').slice(6)), SyntaxError);
    assert.doesNotThrow(() => JSON.parse((pieces[0] ?? '').slice(6)));
  });

  it('[[echo]] answers with the rest as it is, [[tokens]] with as many as asked', async () => {
    const html = '<img src=x onerror=alert(1)> [a](command:x)';
    assert.equal(textOf(await generate(emulator(), `[[echo]]${html}`)), html);
    const long = await generate(emulator(), 'Hello [[tokens:500]]');
    assert.ok((long.usageMetadata?.candidatesTokenCount ?? 0) >= 500);
  });

  it('reads triggers of the last turn only, and does not restate them', async () => {
    const contents = [
      { role: 'user', parts: [{ text: 'Hi [[reset]]' }] },
      { role: 'model', parts: [{ text: 'Hello' }] },
      { role: 'user', parts: [{ text: 'Again [[finish:LANGUAGE]]' }] },
    ];
    const answer = await generate(emulator(), { contents });
    assert.equal(answer.candidates?.[0]?.finishReason, 'LANGUAGE');
    assert.doesNotMatch(textOf(answer), /\[\[(reset|finish)/);
  });
});
