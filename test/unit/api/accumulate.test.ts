import assert from 'node:assert/strict';
import { AnswerAccumulator } from '../../../src/api/accumulate';
import type { Message } from '../../../src/api/schema/infer';

type Answer = Message<'GenerateContentResponse'>;

function accumulate(...answers: readonly unknown[]): Answer {
  const accumulator = new AnswerAccumulator();
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

  it('does not mistake thought: false for an absent one', () => {
    assert.deepEqual(
      parts(accumulate(piece({ text: 'a' }), piece({ text: 'b', thought: false }))),
      [{ text: 'a' }, { text: 'b', thought: false }],
    );
  });

  it('joins candidates by index, not by place', () => {
    const answer = accumulate(
      { candidates: [{ index: 1, content: { parts: [{ text: 'B' }] } }] },
      { candidates: [{ content: { parts: [{ text: 'A' }] } }] },
      {
        candidates: [
          { index: 1, content: { parts: [{ text: 'b' }] }, finishReason: 'STOP' },
          { index: 0, content: { parts: [{ text: 'a' }] } },
        ],
      },
    );
    assert.deepEqual(answer.candidates, [
      { index: 0, content: { parts: [{ text: 'Aa' }] } },
      { index: 1, finishReason: 'STOP', content: { parts: [{ text: 'Bb' }] } },
    ]);
  });

  it('keeps the last of everything else, known or not', () => {
    const answer = accumulate(
      {
        promptFeedback: { safetyRatings: [] },
        usageMetadata: { totalTokenCount: 7 },
        responseId: 'r1',
        future: 1,
      },
      {
        candidates: [
          {
            finishReason: 'MAX_TOKENS',
            finishMessage: 'm',
            citationMetadata: { citationSources: [{ endIndex: 3 }] },
            groundingMetadata: { webSearchQueries: ['q'] },
            safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'LOW' }],
            newThing: true,
          },
        ],
        usageMetadata: { totalTokenCount: 9 },
        modelVersion: 'gemini-x',
      },
    );
    assert.deepEqual(answer, {
      promptFeedback: { safetyRatings: [] },
      usageMetadata: { totalTokenCount: 9 },
      responseId: 'r1',
      future: 1,
      modelVersion: 'gemini-x',
      candidates: [
        {
          finishReason: 'MAX_TOKENS',
          finishMessage: 'm',
          citationMetadata: { citationSources: [{ endIndex: 3 }] },
          groundingMetadata: { webSearchQueries: ['q'] },
          safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'LOW' }],
          newThing: true,
        },
      ],
    });
  });

  it('knows content without parts, no content, and no candidates', () => {
    assert.deepEqual(accumulate({ promptFeedback: { blockReason: 'SAFETY' } }), {
      promptFeedback: { blockReason: 'SAFETY' },
    });
    assert.deepEqual(
      accumulate({ candidates: [{ content: { role: 'model' }, finishReason: 'STOP' }] }),
      {
        candidates: [{ finishReason: 'STOP', content: { role: 'model' } }],
      },
    );
  });

  it('can be asked in between and does not change what it gave', () => {
    const accumulator = new AnswerAccumulator();
    accumulator.add(piece({ text: 'a' }) as Answer);
    const first = accumulator.answer();
    accumulator.add(piece({ text: 'b' }) as Answer);
    assert.deepEqual(parts(first), [{ text: 'a' }]);
    assert.deepEqual(accumulator.candidate(0)?.content?.parts, [{ text: 'ab' }]);
    assert.equal(accumulator.candidate(3), undefined);
  });

  it('joins fragments only when it is asked', () => {
    const original = Array.prototype.join;
    let joins = 0;
    Array.prototype.join = function (this: unknown[], separator?: string): string {
      joins += 1;
      return original.call(this, separator);
    };
    try {
      const accumulator = new AnswerAccumulator();
      for (let count = 0; count < 10_000; count++) accumulator.add(piece({ text: 'x' }) as Answer);
      assert.equal(joins, 0);
      assert.equal(accumulator.candidate()?.content?.parts?.[0]?.text?.length, 10_000);
      assert.equal(joins, 1);
    } finally {
      Array.prototype.join = original;
    }
  });

  it('treats a field named __proto__ as data', () => {
    const answer = accumulate(JSON.parse('{"__proto__":{"polluted":true},"candidates":[]}'));
    assert.equal(Object.getPrototypeOf(answer), Object.prototype);
    assert.equal((answer as { polluted?: boolean }).polluted, undefined);
  });
});
