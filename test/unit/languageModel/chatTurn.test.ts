import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/api/errors';
import type { JsonObject } from '../../../src/base/json';
import { TokenEstimate } from '../../../src/languageModel/chatModels';
import { failure } from '../api/harness';
import { Chat, data, model, text, tool, user } from './chat';

type Step = readonly object[] | Error;

/** A client that plays one step per request, and keeps the bodies. */
function scripted(...steps: Step[]) {
  const bodies: JsonObject[] = [];
  async function* stream(_id: string, { body }: { readonly body: JsonObject }) {
    bodies.push(body);
    const step = steps.shift() ?? [];
    if (step instanceof Error) throw step;
    for (const piece of step) {
      if (piece instanceof Error) throw piece;
      yield piece;
    }
  }
  const chat = new Chat({ client: { stream: stream as never } });
  chat.messages.push(user(text('Hello')));
  return { chat, bodies };
}

const parts = (...all: readonly object[]) => ({ candidates: [{ content: { parts: all } }] });
const ending = (finishReason: string) => ({ candidates: [{ finishReason }] });
const ANSWER = [parts({ text: 'Hi' }), ending('STOP')];

function rejection(message: string, reason: ServiceError['reason'] = 'invalidRequest') {
  const [httpStatus, status] = reason === 'quota' ? [429, 'RESOURCE_EXHAUSTED'] : [400, 'X'];
  return new ServiceError({
    reason,
    message,
    httpStatus,
    status,
    details: { other: [] },
    hint: 'Do this.',
  });
}

describe('a response in chat', () => {
  it('has text, thoughts, images, and calls with the signature before them', async () => {
    const { chat } = scripted([
      parts({ text: 'Hm', thought: true }, { text: 'Hi' }, { text: '' }),
      parts({ inlineData: { mimeType: 'image/png', data: 'AQI=' } }),
      parts({ functionCall: { id: '7', name: 'a', args: { x: 1 } }, thoughtSignature: 's' }),
      parts({ functionCall: { name: 'b' } }),
      ending('STOP'),
    ]);
    const [thought, said, image, signature, first, second] = await chat.send('m', [tool('a')]);
    assert.deepEqual(
      [thought, said, image, signature],
      [
        { value: 'Hm', id: undefined, metadata: undefined },
        text('Hi'),
        data('image/png', 1, 2),
        { value: '', id: undefined, metadata: { signature: 'm s' } },
      ],
    );
    assert.ok(first && 'callId' in first && second && 'callId' in second);
    assert.deepEqual([first.name, first.input, second.name], ['a', { x: 1 }, 'b']);
    assert.notEqual(first.callId, second.callId);
    const record = { model: 'm', id: '7', thoughtSignature: 's' };
    assert.deepEqual(chat.records.get(first.callId), record);
  });

  it('is requested with the options that clients may set', async () => {
    const { chat, bodies } = scripted(ANSWER);
    const modelOptions = { temperature: 0.5, maxOutputTokens: 9, _conversationId: 'x', topK: '1' };
    await chat.send('m', [tool('a')], { modelOptions, mustCall: true, effort: 'LOW' });
    const { generationConfig, toolConfig } = bodies[0] ?? {};
    assert.deepEqual(generationConfig, {
      temperature: 0.5,
      maxOutputTokens: 9,
      thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' },
    });
    assert.deepEqual(toolConfig, { functionCallingConfig: { mode: 'ANY' } });
  });

  for (const [pieces, code, message] of [
    [[{ promptFeedback: { blockReason: 'SAFETY' } }], 'Blocked', /blocked this message \(SAFETY\)/],
    [[parts({ text: 'x' }), ending('SAFETY')], 'Blocked', /blocked the response \(SAFETY\)/],
    [[ending('RECITATION')], 'Blocked', /copyrighted text/],
    [[ending('MALFORMED_FUNCTION_CALL')], 'Unknown', /invalid function call/],
    [[ending('MAX_TOKENS')], 'Unknown', /token limit was reached/],
    [[ending('STOP')], 'Unknown', /finished without a response/],
    [[], 'Unknown', /empty response without a reason/],
  ] as const) {
    it(`that is unusable is one sentence: ${message.source}`, async () => {
      const { reason, message: shown } = await failure(scripted(pieces).chat.send('m'));
      assert.equal(reason, code);
      assert.match(shown, message);
      assert.ok(shown.length <= 140, shown);
    });
  }
});

describe('a request that the API rejects', () => {
  const schema = { type: 'object', properties: { x: { type: 'string' } } };
  const tools = [tool('read_file', schema), tool('run_tests', schema)];
  const declared = (body: JsonObject | undefined) =>
    (body?.tools as [{ functionDeclarations: JsonObject[] }] | undefined)?.[0].functionDeclarations;
  const forms = (body: JsonObject | undefined) =>
    declared(body)?.map(({ name, parameters }) => `${String(name)}${parameters ? '*' : ''}`);

  it('is sent again with the tool’s schema converted, then without the tool, which is said once', async () => {
    const byIndex = rejection('* GenerateContentRequest.tools[0].function_declarations[1].x: bad');
    const byName = rejection('Invalid schema of function run_tests.');
    const { chat, bodies } = scripted(byIndex, byName, ANSWER, ANSWER);
    await chat.send('m', tools);
    assert.deepEqual(bodies.map(forms), [
      ['read_file', 'run_tests'],
      ['read_file', 'run_tests*'],
      ['read_file'],
    ]);
    await chat.send('m', tools);
    assert.deepEqual(forms(bodies[3]), ['read_file']);
    assert.deepEqual(chat.omitted, ['run_tests']);
  });

  it('is sent again without a setting that the model doesn’t have', async () => {
    const { chat, bodies } = scripted(rejection('Thinking is not enabled for m'), ANSWER);
    await chat.send('m');
    assert.deepEqual(bodies[1], { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] });
    assert.deepEqual(chat.learned, ['thinking']);
  });

  it('is not sent again for anything else, without its functions, or after a part', async () => {
    const functions = rejection('Function calling is not enabled for m');
    const partly = [parts({ text: 'x' }), rejection('function_declarations[0]: bad')];
    for (const steps of [[rejection('No.')], [functions], [partly]]) {
      const { chat, bodies } = scripted(...steps, ANSWER);
      await failure(chat.send('m', tools));
      assert.equal(bodies.length, 1);
    }
  });
});

describe('what chat keeps and counts', () => {
  it('estimates tokens without a request, and learns from usage', () => {
    const estimate = new TokenEstimate();
    const { name } = model('m');
    const message = user(text('x'.repeat(384)), data('cache_control', 1));
    assert.equal(estimate.count(name, 'x'.repeat(400)), 100);
    assert.equal(estimate.count(name, message), 100);
    estimate.learn(name, [message], [], 150);
    assert.equal(estimate.count(name, message), 150);
    estimate.learn(name, [message], [], 10_000);
    assert.equal(estimate.count(name, message), 225);
    assert.equal(estimate.count('models/other', message), 100);
  });
});
