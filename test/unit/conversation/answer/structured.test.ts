import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type {
  Conversation,
  ModelTurn,
  FinishStatus,
} from '../../../../src/conversation/model/conversation';
import { checkedAnswer } from '../../../../src/conversation/answer/turnResult';
import { newConversation } from '../../../../src/conversation/store/transcript';

const SCHEMA = { type: 'OBJECT', properties: { price: { type: 'NUMBER' } }, required: ['price'] };
const JSON_ANSWER = { generationConfig: { responseMimeType: 'application/json' } };
const WITH_SCHEMA = {
  generationConfig: { responseMimeType: 'application/json', responseSchema: SCHEMA },
};
const head = newConversation({ connection: 'c', model: 'm', settings: {} }, 0);

function problems(
  text: string,
  sent: JsonObject = WITH_SCHEMA,
  verdict: FinishStatus = 'complete',
  conversation: Conversation = head,
): readonly string[] | undefined {
  const answer: ModelTurn = {
    id: 'a',
    role: 'model',
    content: { role: 'model', parts: [{ text: 'I think "price"', thought: true }, { text }] },
    model: 'm',
    version: 'v1beta',
    outcome: { verdict, durationMs: 1 },
    schemaProblems: ['of an earlier text'],
    sent,
  };
  return checkedAnswer(answer, conversation).schemaProblems;
}

describe('a structured answer', () => {
  it('is compared with the schema that was sent, thoughts aside', () => {
    assert.deepEqual(problems('{"price": 1}'), []);
    assert.deepEqual(problems('{"price": "ten"}'), ['$.price: expected a number, found a string.']);
  });

  it('only has to be JSON where no schema was sent', () => {
    assert.deepEqual(problems('[1]', JSON_ANSWER), []);
  });

  it('is told the place where it stops being JSON', () => {
    const of = (text: string): string | undefined => problems(text)?.[0];
    assert.equal(of('{"a": 1,\n x}'), 'The response isn’t valid JSON at line 2, column 2.');
    assert.equal(of('```json\n{}'), 'The response isn’t valid JSON at line 1, column 1.');
    assert.equal(
      of('{"a": [1'),
      'The response isn’t valid JSON. It ends early at line 1, column 9.',
    );
    // As deep as nobody writes.
    assert.equal(of('['.repeat(100_000)), 'The response isn’t valid JSON at line 1, column 501.');
  });

  it('is not judged where it is plain text, calls functions, or did not come to its end', () => {
    assert.equal(problems('Hello', {}), undefined);
    assert.equal(problems('', WITH_SCHEMA), undefined);
    assert.equal(problems('{"pri', WITH_SCHEMA, 'stopped'), undefined);
    assert.equal(problems('{"pri', WITH_SCHEMA, 'lost'), undefined);
    assert.equal(problems('{"pri', WITH_SCHEMA, 'maxTokens')?.length, 1);
  });
});
