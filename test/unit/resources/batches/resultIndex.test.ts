import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import {
  answerState,
  joinResults,
  RESULT_STATES,
} from '../../../../src/resources/batches/resultIndex';

const answered = (key: string): JsonObject => ({
  ...(key !== '' && { key }),
  response: {
    candidates: [{ content: { parts: [{ text: `answer ${key}` }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, thoughtsTokenCount: 1 },
  },
});
const failed = (key: string): JsonObject => ({ key, error: { code: 400, message: 'Bad.' } });
const asked = (key: string): JsonObject => ({ key, request: { contents: [] } });

async function* file(lines: readonly JsonObject[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield await Promise.resolve(Buffer.from(`${JSON.stringify(line)}\n`));
}

async function join(requests: readonly JsonObject[] | undefined, answers: readonly JsonObject[]) {
  const index = await joinResults({
    requests: requests && file(requests),
    answers: file(answers),
  });
  const text = (lines: readonly JsonObject[]): string =>
    lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const [sent, came] = [Buffer.from(text(requests ?? [])), Buffer.from(text(answers))];
  const keyAt = (bytes: Buffer, place: { offset: number; length: number } | undefined): string => {
    if (!place) return '-';
    const line = bytes.subarray(place.offset, place.offset + place.length).toString();
    return (JSON.parse(line) as { key?: string }).key ?? '?';
  };
  const rows = [...index.rowsIn(RESULT_STATES)].map((row) => {
    const { request, answer, state } = index.at(row);
    return [keyAt(sent, request), keyAt(came, answer), state];
  });
  return { index, rows };
}

describe('answers joined to their requests', () => {
  it('belong together by key, the worst first', async () => {
    const { index, rows } = await join(['a', 'b', 'c', 'd'].map(asked), [
      answered('a'),
      failed('b'),
      answered('c'),
      failed('d'),
    ]);
    assert.deepEqual(rows, [
      ['b', 'b', 'failed'],
      ['d', 'd', 'failed'],
      ['a', 'a', 'answered'],
      ['c', 'c', 'answered'],
    ]);
    assert.deepEqual(index.counts(), { failed: 2, missing: 0, blocked: 0, answered: 2 });
    assert.deepEqual(index.tokens, { prompts: 6, answers: 6 });
  });
});

describe('the state of an answer', () => {
  it('tells what was refused, held back and answered apart', () => {
    const candidate = (finishReason?: string): JsonObject => ({
      response: { candidates: [{ ...(finishReason !== undefined && { finishReason }) }] },
    });
    const states = [
      candidate('STOP'),
      candidate('MAX_TOKENS'),
      candidate(),
      { response: { embedding: { values: [1] } } },
      candidate('SAFETY'),
      { response: { promptFeedback: { blockReason: 'SAFETY' } } },
      { error: { code: 3 } },
      {},
    ].map(answerState);
    assert.deepEqual(states, [
      'answered',
      'answered',
      'answered',
      'answered',
      'blocked',
      'blocked',
      'failed',
      'failed',
    ]);
  });
});
