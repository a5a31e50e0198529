import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json';
import {
  criteriaOf,
  decisionMode,
  newQuestion,
  pastedQuestions,
  questionRows,
  questionsOf,
  questionsProblem,
} from '../../../../src/conversation/model/decisionMode';
import { conversationRequest } from '../../../../src/conversation/request/conversationRequest';

const QUESTIONS: JsonObject = {
  broken: {
    type: 'noul',
    instructions: 'Is it broken?',
    criteria: { true_description: 'Fails', false_description: 'Works' },
  },
  desk: {
    type: 'choice',
    instructions: 'Who handles it?',
    criteria: { carrier: 'Damage: in transport', other: null },
  },
  heat: { type: 'score', instructions: 'How upset?', criteria: ['calm', 'cross'] },
};

describe('the mode of decisions', () => {
  it('has questions as rows, and makes the same questions of them', () => {
    const rows = questionRows(QUESTIONS);
    assert.deepEqual(
      rows.map(({ criteria }) => criteria),
      ['yes: Fails\nno: Works', 'carrier: Damage: in transport\nother', 'calm\ncross'],
    );
    assert.deepEqual(questionsOf(rows), QUESTIONS);
  });

  it('keeps what rows do not show, as long as they are not changed', () => {
    const instructions = [{ type: 'text', text: 'Is it wet?' }];
    const before = { wet: { type: 'noul', instructions, newer: 1 }, box: { type: 'box' } };
    const rows = questionRows(before);
    assert.deepEqual(questionsOf(rows, before), { wet: before.wet });
    const [row = newQuestion([])] = rows;
    const changed = questionsOf([{ ...row, instructions: 'Is it dry?' }], before);
    assert.deepEqual(changed, { wet: { type: 'noul', instructions: 'Is it dry?' } });
  });

  it('reads criteria line by line', () => {
    assert.deepEqual(criteriaOf('choice', ' a : One\n\nb:\nc'), { a: 'One', b: null, c: null });
    assert.deepEqual(criteriaOf('noul', 'Yes: It rains'), { true_description: 'It rains' });
    assert.equal(criteriaOf('noul', 'whatever'), undefined);
    assert.deepEqual(criteriaOf('score', 'low\n high '), ['low', 'high']);
  });

  it('takes pasted requests and questions, and nothing else', () => {
    const request = { model: 'gemini-decision-1', input: 'Hi', questions: QUESTIONS };
    assert.equal(pastedQuestions(JSON.stringify(request))?.length, 3);
    assert.deepEqual(pastedQuestions(JSON.stringify(QUESTIONS)), questionRows(QUESTIONS));
    for (const text of ['Is it wet?', '{"a":1}', '[]', '{']) {
      assert.equal(pastedQuestions(text), undefined);
    }
  });

  it('takes no pasted questions of which two have the same ID', () => {
    const wet = '"wet": { "type": "noul", "instructions": "Is it wet?" }';
    assert.equal(pastedQuestions(`{ ${wet}, ${wet} }`), '“wet” occurs more than once.');
  });

  it('says what a question lacks', () => {
    const row = newQuestion([]);
    assert.match(questionsProblem([row]) ?? '', /^Enter instructions for/);
    const asked = { ...row, instructions: 'Who?' };
    assert.equal(questionsProblem([asked]), undefined);
    const choice = { ...asked, type: 'choice', criteria: 'one' } as const;
    assert.match(questionsProblem([row, choice]) ?? '', /“q1” needs at least two/);
    assert.equal(newQuestion([row]).id, 'q2');
  });

  it('sends the last message with its attachments, and the questions that have instructions', () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
    const said = (id: string, ...parts: readonly JsonObject[]) =>
      ({ id, role: 'user', content: { role: 'user', parts } }) as const;
    const draft = { type: 'noul', instructions: '' };
    const { operation, input } = conversationRequest(
      {
        model: 'models/gemini-decision-1',
        mode: 'decision',
        settings: { requests: { decision: { questions: { ...QUESTIONS, draft } } } },
        turns: [said('u1', { text: 'Before' }), said('u2', { text: 'It flickers.' }, image)],
      },
      { version: 'v1beta', methods: undefined, lacking: [] },
    );
    assert.equal(operation, 'decisions.create');
    assert.deepEqual(input.body, {
      model: 'gemini-decision-1',
      input: [
        { type: 'text', text: 'It flickers.' },
        { type: 'image', mime_type: 'image/png', data: 'AAAA' },
      ],
      questions: QUESTIONS,
    });
  });

  it('reads answers and blocks, and gives back the answer as it came', () => {
    const [call] = decisionMode.calls;
    const answer = {
      answers: { broken: { type: 'noul', noul: 0.9, confidence: 0.9 } },
      usage: { total_input_tokens: 12, total_output_tokens: 0, total_tokens: 12 },
    };
    const read = call?.read(answer) as JsonObject;
    const { candidates, usageMetadata } = read;
    const content = { role: 'model', parts: [{ text: 'broken: 0.9' }] };
    assert.deepEqual(candidates, [{ content, finishReason: 'STOP' }]);
    assert.deepEqual(usageMetadata, {
      promptTokenCount: 12,
      candidatesTokenCount: 0,
      totalTokenCount: 12,
    });
    assert.deepEqual(decisionMode.restoreAnswer?.(read), answer);
    const blocked = call?.read({ prompt_feedback: { block_reason: 'safety' } });
    assert.equal(blocked?.promptFeedback?.blockReason, 'SAFETY');
    assert.equal(blocked?.candidates, undefined);
  });
});
