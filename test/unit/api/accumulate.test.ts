import assert from 'node:assert/strict';
import { ResponseAccumulator } from '../../../src/api/accumulate';
import type { Message } from '../../../src/api/schema/infer';

type Answer = Message<'GenerateContentResponse'>;

function accumulate(...answers: readonly unknown[]): Answer {
  const accumulator = new ResponseAccumulator();
  for (const answer of answers) accumulator.add(answer as Answer);
  return accumulator.answer();
}

function piece(...parts: readonly unknown[]): unknown {
  return { candidates: [{ content: { role: 'model', parts } }] };
}

function parts(answer: Answer): unknown {
  return answer.candidates?.[0]?.content?.parts;
}

describe('accumulation', () => {
  it('joins text of the same kind, in order', () => {
    const answer = accumulate(
      piece({ text: 'I think', thought: true }),
      piece({ text: ' hard.', thought: true }),
      piece({ text: 'Hel' }),
      piece({ text: '' }),
      piece({ text: 'lo' }, { text: '!' }),
    );
    assert.deepEqual(parts(answer), [{ text: 'I think hard.', thought: true }, { text: 'Hello!' }]);
  });

  it('keeps a part that would lose something when joined', () => {
    const signed = { text: '', thoughtSignature: 'AbCdEf==' };
    const call = { functionCall: { name: 'f', args: {} }, thoughtSignature: 'Zm9v' };
    const unknown = { text: 'x', futureField: { deep: [1] } };
    const answer = accumulate(
      piece({ text: 'a' }),
      piece(signed),
      piece({ text: 'b' }),
      piece(call, unknown, { text: 'c' }),
    );
    assert.deepEqual(parts(answer), [
      { text: 'a' },
      signed,
      { text: 'b' },
      call,
      unknown,
      { text: 'c' },
    ]);
  });

  it('can be asked in between and does not change what it gave', () => {
    const accumulator = new ResponseAccumulator();
    accumulator.add(piece({ text: 'a' }) as Answer);
    const first = accumulator.answer();
    accumulator.add(piece({ text: 'b' }) as Answer);
    assert.deepEqual(parts(first), [{ text: 'a' }]);
    assert.deepEqual(accumulator.candidate(0)?.content?.parts, [{ text: 'ab' }]);
    assert.equal(accumulator.candidate(3), undefined);
  });

  it('keeps what only one piece has: images, sound, code, calls and their signatures', () => {
    const whole = [
      {
        functionCall: { id: 'c1', name: 'look', args: { city: 'Oslo' } },
        thoughtSignature: 'Zm9v',
      },
      { functionCall: { id: 'c2', name: 'look', partialArgs: [{ x: 1 }], willContinue: true } },
      { executableCode: { language: 'PYTHON', code: 'print(4)\n' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '4\n' } },
      { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' }, thoughtSignature: 'YmFy' },
      { inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: 'AAAA' } },
      { inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: 'BBBB' } },
      { text: 'seen', partMetadata: { k: 'v' }, mediaResolution: 'NEW' },
    ];
    assert.deepEqual(parts(accumulate(...whole.map((part) => piece(part)))), whole);
    assert.deepEqual(parts(accumulate(piece(...whole))), whole);
  });

  it('takes the last count of tokens, never a sum, and keeps what later pieces leave out', () => {
    const grounding = {
      webSearchQueries: ['q'],
      groundingChunks: [{ web: { uri: 'https://a.example', title: 'a' } }],
      groundingSupports: [{ segment: { endIndex: 3 }, groundingChunkIndices: [0] }],
      futureField: 1,
    };
    const answer = accumulate(
      { promptFeedback: { safetyRatings: [] }, usageMetadata: { promptTokenCount: 7 } },
      {
        candidates: [{ content: { parts: [{ text: 'a' }] }, groundingMetadata: grounding }],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 1, totalTokenCount: 8 },
      },
      {
        candidates: [
          { finishReason: 'STOP', urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'u' }] } },
        ],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 2, totalTokenCount: 9 },
      },
      { usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 } },
    );
    assert.deepEqual(answer, {
      promptFeedback: { safetyRatings: [] },
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 },
      candidates: [
        {
          groundingMetadata: grounding,
          finishReason: 'STOP',
          urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'u' }] },
          content: { parts: [{ text: 'a' }] },
        },
      ],
    });
  });

  it('keeps the text before a stop for safety, and takes the reason that came last', () => {
    const ratings = [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'HIGH', blocked: true }];
    const answer = accumulate(
      { candidates: [{ content: { parts: [{ text: 'So far' }] }, finishReason: 'STOP' }] },
      { candidates: [{ finishReason: 'SAFETY', index: 0, safetyRatings: ratings }] },
    );
    assert.deepEqual(answer.candidates, [
      {
        index: 0,
        finishReason: 'SAFETY',
        safetyRatings: ratings,
        content: { parts: [{ text: 'So far' }] },
      },
    ]);
  });

  it('tells how each candidate ended', () => {
    const text = { content: { parts: [{ text: 'a' }] } };
    const cases: readonly (readonly [string, unknown, number?])[] = [
      ['finished', { candidates: [{ ...text, finishReason: 'STOP' }] }],
      ['finished', { candidates: [{ finishReason: 'NEVER_HEARD_OF' }] }],
      ['unfinished', { candidates: [text] }],
      ['unfinished', { candidates: [{ ...text, finishReason: 'FINISH_REASON_UNSPECIFIED' }] }],
      ['promptBlocked', { promptFeedback: { blockReason: 'OTHER' } }],
      ['empty', { usageMetadata: { totalTokenCount: 1 } }],
      ['finished', { candidates: [text, { ...text, index: 1, finishReason: 'STOP' }] }, 1],
      ['unfinished', { candidates: [text, { ...text, index: 1, finishReason: 'STOP' }] }, 0],
    ];
    for (const [expected, answer, index] of cases) {
      const accumulator = new ResponseAccumulator();
      accumulator.add(answer as Answer);
      assert.equal(accumulator.completion(index), expected, JSON.stringify(answer));
    }
    assert.equal(new ResponseAccumulator().completion(), 'empty');
  });
});
