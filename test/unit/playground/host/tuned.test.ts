import assert from 'node:assert/strict';
import { unsentInMode } from '../../../../src/playground/host/conversationRequest';
import { requestBody } from '../../../../src/playground/host/requestBody';
import { settle } from '../../../fakes/settle';
import { ask } from './ask';
import { l10n } from './l10n';
import { World, type TestSession } from './world';

const MODEL = 'tunedModels/haikus';
const ANSWER = {
  candidates: [
    { content: { role: 'model', parts: [{ text: 'Rain on the roof' }] }, finishReason: 'STOP' },
  ],
};

describe('a playground with a tuned model', () => {
  let world: World;
  let session: TestSession;
  let calls: { readonly id: string; readonly input: unknown }[];
  let answer: () => Promise<unknown>;

  beforeEach(async () => {
    world = new World();
    calls = [];
    answer = () => Promise.resolve(ANSWER);
    Object.assign(world.client, {
      call(id: string, input: unknown) {
        calls.push({ id, input });
        return answer();
      },
    });
    const settings = { systemInstruction: 'Be brief.', temperature: 0.5 };
    session = await world.open({ model: MODEL, settings });
  });

  it('shows its answer in one piece: it can not be streamed', async () => {
    await ask(session, 'On rain');
    await settle();
    assert.equal(session.text, 'Rain on the roof');
    assert.equal(session.answer.outcome?.verdict, 'complete');
    assert.equal(world.client.streams.length, 0);
    assert.deepEqual(
      calls.map(({ id }) => id),
      ['tunedModels.generateContent'],
    );
  });

  it('sends no system instruction, and says so before anything is sent', async () => {
    assert.deepEqual(
      session.state.notice?.message,
      'This tuned model does not take: the system instruction.',
    );
    await ask(session, 'On rain');
    await settle();
    assert.deepEqual(calls[0]?.input, {
      model: MODEL,
      body: {
        contents: [{ role: 'user', parts: [{ text: 'On rain' }] }],
        generationConfig: { temperature: 0.5 },
      },
    });
  });

  it('says what went wrong in place of an answer', async () => {
    answer = () => Promise.reject(new Error('no network'));
    await ask(session, 'On rain');
    await settle();
    assert.equal(session.answer.outcome?.verdict, 'failed');
  });

  it('leaves the system instruction to other models', () => {
    const settings = { systemInstruction: 'Be brief.' };
    const unsent = (model: string): readonly string[] =>
      unsentInMode({ model, settings, turns: [] }, { version: 'v1beta' }, l10n).refused;
    assert.deepEqual(unsent(MODEL), ['systemInstruction']);
    assert.deepEqual(unsent('models/small'), []);
    const { input } = requestBody({ model: 'models/small', settings, turns: [] }, 'v1beta');
    assert.ok(input.body.systemInstruction);
  });
});
