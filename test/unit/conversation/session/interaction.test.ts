import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { nextRequest } from '../../../../src/playground/host/turnRequests';
import {
  formatConversation,
  parseConversation,
} from '../../../../src/conversation/store/conversationFile';
import { StepCollector } from '../../../../src/conversation/answer/answerCollector';
import { withInterruptionsReported } from '../../../../src/conversation/store/transcript';
import { useEmulator } from '../../emulator/wire';
import { REMOTE } from '../fakeServices';
import { ended, FLASH, InteractionWorld, typesOf, until } from '../interactionWorld';
import { chooseRows, NO_ACTIONS, openPanel } from '../panelWorld';

describe('a conversation of interactions', () => {
  const emulator = useEmulator({ seed: 'empty' });
  let world: InteractionWorld;
  beforeEach(() => {
    world = new InteractionWorld(emulator());
  });
  afterEach(() => world.real.close());

  it('sends all steps, and has nothing kept, until that is chosen', async () => {
    const session = await world.begin({
      settings: { systemInstruction: 'Be brief', maxOutputTokens: 500 },
    });
    const first = await world.asked(session, '[[echo]]One');
    assert.deepEqual(world.body, {
      model: 'emulator-flash',
      generation_config: { max_output_tokens: 500 },
      system_instruction: 'Be brief',
      input: [{ type: 'user_input', content: [{ type: 'text', text: '[[echo]]One' }] }],
      store: false,
      stream: true,
    });
    assert.equal(session.answer.outcome?.verdict, 'complete');
    assert.equal(first.stored, false);
    assert.match(session.text, /One/);
    await world.asked(session, '[[echo]]Two');
    const input = world.body.input as readonly unknown[];
    assert.deepEqual(input.slice(1, -1), first.steps);
    assert.deepEqual(input.at(-1), {
      type: 'user_input',
      content: [{ type: 'text', text: '[[echo]]Two' }],
    });
  });

  it('sends only what is new to a service that keeps the rest, and the settings again', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const session = await world.begin({ settings: { systemInstruction: 'Be brief' } });
    const { id } = await world.asked(session, '[[echo]]One');
    assert.ok(id);
    await world.asked(session, '[[echo]]Two');
    assert.deepEqual(world.body, {
      model: 'emulator-flash',
      previous_interaction_id: id,
      system_instruction: 'Be brief',
      input: [{ type: 'user_input', content: [{ type: 'text', text: '[[echo]]Two' }] }],
      store: true,
      stream: true,
    });
    const noted = await world.interactions.list(REMOTE.id);
    assert.deepEqual(
      noted.map(({ title, status, conversation }) => [title, status, conversation]),
      [
        ['[[echo]]Two', 'completed', session.conversation.id],
        ['[[echo]]One', 'completed', session.conversation.id],
      ],
    );
  });

  it('sends everything once the words before are others than those that were kept', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const session = await world.begin();
    await world.asked(session, '[[echo]]One');
    session.change((head) => ({
      ...head,
      turns: head.turns.map((turn) =>
        turn.role === 'user'
          ? { ...turn, content: { role: 'user', parts: [{ text: '[[echo]]Other' }] } }
          : turn,
      ),
    }));
    await world.asked(session, '[[echo]]Two');
    assert.equal(world.body.previous_interaction_id, undefined);
    assert.equal((world.body.input as readonly unknown[]).length, 3);
  });

  it('goes on by itself where its stream breaks', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const session = await world.begin();
    await session.send('[[echo]]One two three four five [[reset]]');
    const waits = new Promise<void>((resolve) => {
      session.onDidEmit(() => {
        if (session.state.waiting) resolve();
      });
    });
    await waits;
    assert.equal(session.state.waiting?.maxAttempts, 8);
    world.clock.advance(30_000);
    const { status } = await ended(session);
    assert.equal(status, 'completed');
    assert.equal(session.answer.outcome?.verdict, 'complete');
    assert.match(session.text, /One two three four five/);
  });

  it('calls functions, and goes on with their results', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const tools = [
      {
        type: 'function',
        name: 'weather',
        description: 'The weather in a city',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
      },
    ];
    const session = await world.begin({
      settings: {
        requests: { interaction: { tools } },
        mocks: { weather: { sky: 'clear' } },
        autoRespond: true,
      },
    });
    await session.send('What is the weather in Rome?');
    await until(session, () => session.conversation.turns.length === 4 && !session.isStreaming);
    const answer = await ended(session);
    const input = world.body.input as readonly { readonly type: string }[];
    assert.deepEqual(
      input.map(({ type }) => type),
      ['function_result'],
    );
    assert.deepEqual(world.body.tools, tools);
    assert.deepEqual(typesOf(answer).at(-1), 'model_output');
    const called = session.conversation.turns[1];
    assert.ok(called?.role === 'model');
    assert.equal(called.interaction?.status, 'requires_action');
    assert.equal(world.body.previous_interaction_id, called.interaction.id);
  });

  it('asks before an agent is asked, which works only for what is kept', async () => {
    const settings = { requests: { interaction: { agent: 'deep-research-preview-04-2026' } } };
    const session = await world.begin({ settings });
    world.prompts.answer(undefined);
    await session.send('Find out about tea');
    await ended(session);
    assert.equal(session.answer.outcome?.verdict, 'stopped');
    assert.equal(world.sent.length, 0);
    assert.equal(world.keeping.of(REMOTE.id), undefined);
  });

  it('branches at the service from what that keeps, and from a step with all before it', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const session = await world.begin();
    const panel = openPanel(world, session);
    const { id } = await world.asked(session, '[[echo]]One');
    await world.asked(session, '[[echo]]Two');
    const [, answer] = session.conversation.turns;
    assert.ok(answer);
    assert.equal(await panel.call('branchFrom', { turn: answer.id, step: null }), true);
    assert.equal(session.conversation.turns.length, 2);
    await world.asked(session, '[[echo]]Other');
    assert.equal(world.body.previous_interaction_id, id);
    const [begun] = session.shown.branches ?? [];
    assert.deepEqual(
      begun?.children.map(({ title, isShown }) => [title, isShown]),
      [
        ['[[echo]]Two', false],
        ['[[echo]]Other', true],
      ],
    );
    await panel.call('showBranch', { branch: begun.children[0]?.id ?? '' });
    assert.match(session.text, /Two/);
    assert.equal(session.shown.branches?.[0]?.children[1]?.isShown, false);
    await assert.rejects(
      panel.call('showBranch', { branch: 'nothing' }),
      /That branch is no longer part of the conversation\./,
    );
  });

  it('deletes the copy of the service after a question, and sends all from then on', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const session = await world.begin();
    const panel = openPanel(world, session);
    const { id = '' } = await world.asked(session, '[[echo]]One');
    const turn = session.answer.id;
    world.prompts.answer(undefined);
    assert.equal(await panel.call('deleteInteraction', { turn }), false);
    await world.real.call('interactions.get', { name: `interactions/${id}` });
    world.prompts.answer('Delete on Server');
    assert.equal(await panel.call('deleteInteraction', { turn }), true);
    await assert.rejects(world.real.call('interactions.get', { name: `interactions/${id}` }));
    assert.deepEqual(await world.interactions.list(REMOTE.id), []);
    assert.equal(session.answer.interaction?.gone, true);
    await world.asked(session, '[[echo]]Two');
    assert.equal(world.body.previous_interaction_id, undefined);
  });

  it('reads on after its window was closed, wherever that was, each step once', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const first = await world.begin();
    const { id = '' } = await world.asked(first, 'Write code in Python and run it');
    const whole = await world.real.call('interactions.get', { name: `interactions/${id}` });
    const events: JsonObject[] = [];
    const stream = { name: `interactions/${id}`, stream: true };
    for await (const event of world.real.stream('interactions.get', stream)) {
      events.push(event);
    }
    const { conversation } = first;
    for (let count = 1; count < events.length; count += 1) {
      const collector = new StepCollector({ onEvent: () => undefined });
      collector.begin({ stored: true, connection: REMOTE.id });
      for (const event of events.slice(0, count)) collector.add(event, 0);
      const last = first.answer;
      const { outcome: _, ...turn } = last;
      const cut = { ...turn, content: collector.content, interaction: collector.interaction };
      const file = formatConversation({
        ...conversation,
        revision: 1,
        turns: [...conversation.turns.slice(0, -1), cut],
      });
      const read = withInterruptionsReported(parseConversation(file));
      const session = await world.openWith({ conversation: read });
      const { steps, status } = await ended(session);
      assert.deepEqual([steps, status], [whole.steps, 'completed'], `after ${count}`);
      assert.deepEqual(session.answer.outcome?.verdict, 'complete', `after ${count}`);
      await session.close();
    }
  });

  it('leaves an agent to the service, and cancels it there', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const settings = { requests: { interaction: { agent: 'deep-research-preview-04-2026' } } };
    const session = await world.begin({ settings });
    await session.send('Find out about tea');
    await until(session, () => session.answer.interaction?.id !== undefined);
    assert.equal(world.body.model, undefined);
    assert.deepEqual([world.body.background, world.body.store], [true, true]);
    session.stop();
    const { id = '' } = await ended(session);
    await until(session, () => session.answer.interaction?.status === 'cancelled');
    const got = await world.real.call('interactions.get', { name: `interactions/${id}` });
    assert.equal(got.status, 'cancelled');
  });

  it('shows its requests and answers as they were, and as code', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const session = await world.begin({ settings: { systemInstruction: 'Be brief' } });
    const shown = new Map<string, JsonObject>();
    const actions = {
      ...NO_ACTIONS,
      async showText(title: string, text: string) {
        shown.set(title, JSON.parse(text) as JsonObject);
      },
    };
    const panel = openPanel(world, session, { actions });
    await world.asked(session, '[[echo]]One');
    await world.asked(session, '[[echo]]Two');
    const { body } = world;
    const turn = session.answer.id;
    session.setSettings({});
    await chooseRows(panel, { list: 'turn', turn }, 'Show Request JSON');
    await chooseRows(panel, { list: 'turn', turn }, 'Show Response JSON');
    assert.deepEqual(shown.get('v1beta/interactions request.json'), body);
    const answer = shown.get(`v1beta/${FLASH} response.json`);
    assert.deepEqual(answer?.steps, session.answer.interaction?.steps);
    const request = nextRequest({ session }, '[[echo]]Three');
    assert.equal(request.path, '/v1beta/interactions');
    assert.equal(request.body?.previous_interaction_id, session.answer.interaction?.id);
  });

  for (const [stored, whole] of [
    [true, false],
    [false, false],
    [true, true],
    [false, true],
  ] as const) {
    it(`goes on with a long answer by itself (${stored ? 'kept' : 'not kept'}${whole ? ', whole' : ''})`, async () => {
      await world.keeping.choose(REMOTE.id, stored);
      const session = await world.begin({ settings: { whole } });
      const short = await world.asked(session, 'Tell me a long story');
      const alone = await world.begin({ settings: { whole } });
      const { status, steps, earlier } = await world.asked(
        alone,
        'Tell me a long story [[continuation:3]]',
      );
      assert.equal(status, 'completed');
      assert.equal(alone.text, session.text);
      assert.ok(steps.length > short.steps.length);
      assert.equal(earlier, steps.length - 1);
      assert.equal(world.sent.length, 4);
      const { usage } = alone.answer.outcome ?? {};
      assert.ok(
        (usage?.candidatesTokenCount ?? 0) >=
          (session.answer.outcome?.usage?.candidatesTokenCount ?? 1),
      );
      await world.asked(alone, '[[echo]]And then?');
      assert.equal(alone.answer.outcome?.verdict, 'complete');
    });
  }
});
