import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { PlaygroundSettings } from '../../../../src/conversation/model/conversation';
import {
  MAX_AUTOMATIC_ROUNDS,
  openCalls,
  consecutiveRounds,
} from '../../../../src/conversation/model/turns';
import { settled } from '../../../fakes/settle';
import { ask } from '../../conversation/ask';
import { openPanel } from '../../conversation/panelWorld';
import { type TestSession, World } from '../../conversation/world';

type Part = Message<'Part'>;

const WEATHER: Part = {
  functionCall: { id: 'call-1', name: 'weather', args: { city: 'Rome' } },
  thoughtSignature: 'c2lnbmVk',
};
const TIME: Part = { functionCall: { name: 'time', args: {} } };
const MOCKS = { weather: { degrees: 21 }, time: { hour: 12 } };

describe('functions that the model calls', () => {
  let world: World;
  let session: TestSession;
  let panel: ReturnType<typeof openPanel>;

  async function begin(settings: PlaygroundSettings = {}): Promise<void> {
    world = new World();
    session = await world.open({ settings });
    panel = openPanel(world, session);
  }
  beforeEach(() => begin());

  /** Lets the model answer the last request with these parts. */
  async function answer(...parts: readonly Part[]): Promise<void> {
    await settled(world.client.last.parts(parts).finish('STOP'));
  }
  async function sendResults(
    ...responses: readonly Record<string, never>[] | readonly object[]
  ): Promise<void> {
    const results = responses.map((response) => ({ response: response as never, keep: false }));
    await settled(panel.call('sendResults', { turn: session.answer.id, results }));
  }
  const sent = (): readonly Message<'Content'>[] => world.client.last.input.body.contents;

  it('get their results in one message, in order, with the ids that they came with', async () => {
    await ask(session, 'How warm, and how late?');
    await answer({ text: 'I look.' }, WEATHER, TIME);
    await sendResults({ degrees: 21 }, { hour: 12 });
    assert.deepEqual(sent().at(-1), {
      role: 'user',
      parts: [
        { functionResponse: { id: 'call-1', name: 'weather', response: { degrees: 21 } } },
        { functionResponse: { name: 'time', response: { hour: 12 } } },
      ],
    });
    await answer({ text: 'Warm and late.' });
    assert.equal(session.text, 'Warm and late.');
    assert.deepEqual(openCalls(session.state.turns), []);
  });

  it('go back as they came, with their signatures, round after round', async () => {
    await ask(session, 'How warm?');
    await answer(WEATHER);
    await sendResults({ degrees: 21 });
    const second: Part = { ...TIME, thoughtSignature: 'dHdv' };
    await answer(second);
    await sendResults({ hour: 12 });
    const answers = sent().filter(({ role }) => role === 'model');
    assert.deepEqual(
      answers.map(({ parts }) => parts),
      [[WEATHER], [second]],
    );
  });

  it('take no results that are too few, or for another answer', async () => {
    await ask(session);
    await answer(WEATHER, TIME);
    await assert.rejects(
      sendResults({ degrees: 21 }),
      /The function calls for these results no longer exist\./,
    );
    const results = [{ response: {}, keep: false }];
    await assert.rejects(
      panel.call('sendResults', { turn: 'other', results }),
      /The function calls for these results no longer exist\./,
    );
    assert.equal(world.client.streams.length, 1);
  });

  it('take no result that is no object', async () => {
    await ask(session);
    await answer(WEATHER);
    const dropped: string[] = [];
    panel = openPanel(world, session, {}, (reason) => dropped.push(reason));
    await assert.rejects(sendResults([21]), /expected a JSON object/);
    assert.match(dropped.join(), /^[^,]*expected a JSON object/);
    assert.equal(session.state.turns.length, 2);
  });

  it('keep a result as the usual one where the user wants that', async () => {
    await begin({ mocks: { time: { hour: 1 } } });
    await ask(session);
    await answer(WEATHER, TIME);
    const results = [
      { response: { degrees: 21 }, keep: true },
      { response: { hour: 12 }, keep: false },
    ];
    await panel.call('sendResults', { turn: session.answer.id, results });
    assert.deepEqual(session.state.settings.mocks, { weather: { degrees: 21 }, time: { hour: 1 } });
    assert.deepEqual(world.saved(session.state.conversation).settings, session.state.settings);
  });

  describe('that are answered by themselves', () => {
    beforeEach(() => begin({ mocks: MOCKS, autoRespond: true }));

    it('get their saved results, all of them together', async () => {
      await ask(session);
      await answer(WEATHER, TIME);
      assert.equal(world.client.streams.length, 2);
      const responses = sent()
        .at(-1)
        ?.parts?.map((part) => part.functionResponse?.response);
      assert.deepEqual(responses, [{ degrees: 21 }, { hour: 12 }]);
      const [asked, , results] = session.conversation.turns;
      const byItself = [asked, results].map((turn) => turn?.role === 'user' && turn.automatic);
      assert.deepEqual(byItself, [undefined, true]);
      assert.deepEqual(world.saved(session.conversation.id).turns[2], results);
      await answer({ text: 'Warm.' });
      assert.equal(world.client.streams.length, 2);
      assert.equal(session.text, 'Warm.');
    });

    it('wait for the user where one of them has no saved result', async () => {
      await ask(session);
      await answer(WEATHER, { functionCall: { name: 'toString' } });
      assert.equal(world.client.streams.length, 1);
      assert.equal(openCalls(session.state.turns).length, 2);
    });

    it(`stop after ${MAX_AUTOMATIC_ROUNDS} rounds in a row, and go on when the user sends the next`, async () => {
      await ask(session);
      for (let round = 0; round < MAX_AUTOMATIC_ROUNDS + 3; round++) await answer(WEATHER);
      assert.equal(world.client.streams.length, 1 + MAX_AUTOMATIC_ROUNDS);
      assert.equal(consecutiveRounds(session.state.turns), MAX_AUTOMATIC_ROUNDS);
      assert.equal(openCalls(session.state.turns).length, 1);
      await sendResults({ degrees: 3 });
      await answer(WEATHER);
      assert.equal(world.client.streams.length, 3 + MAX_AUTOMATIC_ROUNDS);
    });

    it('are not answered where the token limit cut the answer: calls may be missing', async () => {
      await ask(session);
      await settled(world.client.last.parts([WEATHER]).finish('MAX_TOKENS'));
      assert.equal(session.answer.outcome?.verdict, 'maxTokens');
      assert.equal(world.client.streams.length, 1);
    });
  });

  describe('have saved results', () => {
    beforeEach(() => begin({ mocks: MOCKS }));

    it('that can be taken away one by one', async () => {
      world.prompts.answer('weather', 'Remove Result');
      await panel.call('savedResults', undefined);
      assert.deepEqual(session.state.settings, { mocks: { time: MOCKS.time } });
      world.prompts.answer('time', 'Remove Result');
      await panel.call('savedResults', undefined);
      assert.deepEqual(session.state.settings, {});
    });
  });

  it('are asked to be corrected where an answer has not the form that was asked for', async () => {
    await ask(session);
    await answer({ text: '{}' });
    const { id } = session.answer;
    const schemaProblems = ['$.price: this field is missing.'];
    session.change((head) => ({
      ...head,
      turns: head.turns.map((turn) => (turn.role === 'model' ? { ...turn, schemaProblems } : turn)),
    }));
    await settled(panel.call('askToCorrect', { turn: id }));
    assert.match(sent().at(-1)?.parts?.[0]?.text ?? '', /\n- \$\.price: this field is missing\.\n/);
    assert.equal(sent().length, 3);
  });
});
