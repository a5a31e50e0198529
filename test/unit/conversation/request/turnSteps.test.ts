import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import { parseRequest } from '../../../../src/api/schema/validate';
import type { Turn, Step, TurnInteraction } from '../../../../src/conversation/model/conversation';
import { stepsOfTurns } from '../../../../src/conversation/request/turnSteps';

type Part = Message<'Part'>;

let count = 0;
const user = (...parts: readonly Part[]): Turn & { readonly role: 'user' } => ({
  id: `u${++count}`,
  role: 'user',
  content: { role: 'user', parts },
});
const model = (parts: readonly Part[], interaction?: Partial<TurnInteraction>): Turn => ({
  id: `m${++count}`,
  role: 'model',
  content: { role: 'model', parts },
  model: 'models/m',
  version: 'v1beta',
  outcome: { verdict: 'complete', durationMs: 1 },
  ...(interaction && { interaction: { stored: false, steps: [], ...interaction } }),
});

/** The steps, which the service has to take. */
function stepsOf(...turns: readonly Turn[]): readonly Step[] {
  const steps = stepsOfTurns(turns);
  const body = { model: 'm', input: steps };
  assert.deepEqual(
    parseRequest('interactions.CreateModelInteraction', 'v1beta', body).violations,
    [],
  );
  return steps;
}

describe('turns as the steps of an interaction', () => {
  it('go back as they came, unknown members and all', () => {
    const steps = [
      { type: 'thought', signature: 'c2ln+/8=', odd: [1] },
      { type: 'new_kind', id: 'x' },
      { type: 'model_output', content: [{ type: 'text', text: 'Hi' }] },
    ];
    const turn = model([{ text: 'Hi' }], { status: 'completed', steps });
    assert.deepEqual(stepsOfTurns([user({ text: 'Hello' }), turn]).slice(1), steps);
  });

  it('have what was said in a chat, with calls and results that find each other', () => {
    const steps = stepsOf(
      user({ text: 'Weather?' }),
      model([
        { text: 'Hm', thought: true },
        { text: 'Look', thought: true, thoughtSignature: 'c2ln' },
        { text: 'One moment. ' },
        { functionCall: { name: 'weather', args: { city: 'Rome' } } },
        { functionCall: { name: 'weather', args: { city: 'Bonn' } } },
      ]),
      user(
        { functionResponse: { name: 'weather', response: { sky: 'clear' } } },
        { functionResponse: { name: 'weather', response: { sky: 'grey' } } },
      ),
      model([
        { executableCode: { language: 'PYTHON', code: 'print(1)' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } },
        { text: 'Done' },
      ]),
    );
    assert.deepEqual(
      steps.map(({ type }) => type),
      [
        'user_input',
        'thought',
        'model_output',
        'function_call',
        'function_call',
        'function_result',
        'function_result',
        'code_execution_call',
        'code_execution_result',
        'model_output',
      ],
    );
    const [first, second] = steps.filter(({ type }) => type === 'function_call');
    const results = steps.filter(({ type }) => type === 'function_result');
    assert.notEqual(first?.id, second?.id);
    assert.deepEqual(
      results.map(({ call_id: id, result }) => [id, result]),
      [
        [first?.id, { sky: 'clear' }],
        [second?.id, { sky: 'grey' }],
      ],
    );
    const [code, printed] = steps.slice(-3);
    assert.equal(printed?.call_id, code?.id);
  });

  it('have the images of function results next to their values', () => {
    const parts = [{ inlineData: { mimeType: 'image/png', data: 'aW1n' } }];
    const [, , result] = stepsOf(
      user({ text: 'Look' }),
      model([{ functionCall: { name: 'look', args: {} } }]),
      user({ functionResponse: { name: 'look', response: { output: 'A dog' }, parts } }),
    );
    assert.deepEqual(result?.result, [
      { type: 'text', text: '{"output":"A dog"}' },
      { type: 'image', data: 'aW1n', mime_type: 'image/png' },
    ]);
  });

  it('have attachments by their kind, with the names that messages speak of', () => {
    const turn = {
      ...user(
        { inlineData: { mimeType: 'text/plain', data: Buffer.from('Tea').toString('base64') } },
        { inlineData: { mimeType: 'image/png', data: 'aW1n' } },
        { fileData: { mimeType: 'application/pdf', fileUri: 'https://x.test/f' } },
        { fileData: { mimeType: 'video/mp4', fileUri: 'https://x.test/gone' } },
        { text: 'What is that?' },
      ),
      attached: [
        { part: 0, name: 'tea.txt' },
        { part: 1, name: 'dog.png' },
      ],
      leftOut: ['https://x.test/gone'],
    };
    const [step] = stepsOf(turn);
    assert.deepEqual(step?.content, [
      { type: 'text', text: 'tea.txt:' },
      { type: 'text', text: 'Tea' },
      { type: 'text', text: 'dog.png:' },
      { type: 'image', data: 'aW1n', mime_type: 'image/png' },
      { type: 'document', uri: 'https://x.test/f', mime_type: 'application/pdf' },
      { type: 'text', text: 'What is that?' },
    ]);
  });

  it('have sounds, films and addresses as the service names them', () => {
    const film = { mimeType: 'video/mp4', fileUri: 'https://x.test/f' };
    const [step] = stepsOf(
      user(
        { inlineData: { mimeType: 'audio/L16;rate=24000;channels=2', data: 'AAAA' } },
        { fileData: film, videoMetadata: { startOffset: '3s', fps: 2 } },
        { fileData: { fileUri: 'https://youtu.be/x' } },
      ),
    );
    assert.deepEqual(step?.content, [
      { type: 'audio', data: 'AAAA', mime_type: 'audio/l16', sample_rate: 24_000, channels: 2 },
      {
        type: 'video',
        uri: 'https://x.test/f',
        mime_type: 'video/mp4',
        processing: { type: 'static', fps: 2, start_offset: '3s' },
      },
      { type: 'video', uri: 'https://youtu.be/x' },
    ]);
  });

  it('leave out what was never answered, and calls that were cut off', () => {
    const said = { type: 'model_output', content: [{ type: 'text', text: 'Half' }] };
    const call = { type: 'function_call', id: 'f', name: 'g', arguments: {} };
    const failed: Turn = {
      ...model([]),
      role: 'model',
      model: 'models/m',
      version: 'v1beta',
      outcome: { verdict: 'failed', durationMs: 1, unanswered: true },
    };
    const cut = model([{ text: 'Half' }], { status: 'in_progress', steps: [said, call] });
    const steps = stepsOf(user({ text: 'Lost' }), failed, user({ text: 'Hi' }), cut);
    assert.deepEqual(steps.slice(1), [said]);
    assert.deepEqual(steps[0]?.content, [{ type: 'text', text: 'Hi' }]);
    const open = model([], { status: 'requires_action', steps: [call] });
    assert.deepEqual(stepsOf(user({ text: 'Hi' }), open).at(-1), call);
  });
});
