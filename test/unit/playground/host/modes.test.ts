import assert from 'node:assert/strict';
import { PLAYGROUND_METHODS } from '../../../../src/catalog/kinds';
import { MODES } from '../../../../src/conversation/model/modes';
import { settled } from '../../../fakes/settle';
import { ask } from '../../conversation/ask';
import { ModeWorld } from '../../conversation/modeWorld';
import { openPanel } from '../../conversation/panelWorld';

const SAID = { candidates: [{ output: 'Once', safetyRatings: [] }] };

describe('the modes of a playground', () => {
  let world: ModeWorld;

  beforeEach(() => {
    world = new ModeWorld();
  });

  it('has the tree offer the playground for every method that it has a mode for', () => {
    const methods = Object.values(MODES).flatMap(({ calls: all }) => all.map((one) => one.method));
    assert.deepEqual([...new Set(methods)].sort(), [...PLAYGROUND_METHODS].sort());
  });

  for (const [model, mode] of [
    ['small', 'chat'],
    ['bison', 'text'],
    ['chatter', 'message'],
    ['aqa', 'answer'],
    ['embedder', 'embed'],
    ['gecko', 'embed'],
  ] as const) {
    it(`opens on ${model} in its first mode, ${mode}`, async () => {
      const session = await world.open({ model: `models/${model}` });
      assert.equal(session.shown.mode, mode);
      const usable = session.shown.modes.filter(({ reason }) => reason === undefined);
      assert.ok(usable.some(({ id }) => id === mode));
      assert.equal(usable.length, mode === 'chat' ? 3 : 1);
    });
  }

  it('sends a single prompt without what came before it', async () => {
    const session = await world.open({ mode: 'prompt' });
    await ask(session, 'First');
    await settled(world.client.last.text('One').finish('STOP'));
    await ask(session, 'Second');
    assert.deepEqual(world.client.last.input.body.contents, [
      { role: 'user', parts: [{ text: 'Second' }] },
    ]);
    assert.equal(session.answer.mode, 'prompt');
  });

  it('asks for an answer in one piece where the user wants that', async () => {
    const session = await world.open({ settings: { whole: true } });
    const candidates = [{ content: { parts: [{ text: 'All' }] }, finishReason: 'STOP' }];
    await world.asked(session, 'Hello', { candidates });
    assert.equal(world.calls[0]?.id, 'models.generateContent');
    assert.equal(session.text, 'All');
    assert.equal(session.answer.outcome?.verdict, 'complete');
  });

  describe('legacy text', () => {
    it('sends each message alone, with the settings that it has', async () => {
      const settings = { temperature: 0.5, systemInstruction: 'Brief', stopSequences: ['.'] };
      const session = await world.open({ model: 'models/bison', settings });
      await world.asked(session, 'First', SAID);
      const body = await world.asked(session, 'Second', SAID);
      assert.equal(world.calls[1]?.id, 'models.generateText');
      const prompt = { text: 'Second' };
      assert.deepEqual(body, { temperature: 0.5, stopSequences: ['.'], prompt });
      assert.equal(session.text, 'Once');
      assert.equal(session.answer.outcome?.verdict, 'complete');
      assert.equal(session.answer.mode, 'text');
    });
  });

  it('sends a legacy chat with its authors, context and examples', async () => {
    const session = await world.open({ model: 'models/chatter' });
    const panel = openPanel(world, session);
    await panel.call('setAuthor', { author: 'Ada' });
    const examples = [{ input: 'Roses?', output: 'Cut them.' }];
    await panel.call('setMessagePrompt', { context: 'A gardener', examples });
    await world.asked(session, 'Tulips?', {
      candidates: [{ author: 'Bot', content: 'In autumn.' }],
    });
    const { prompt } = await world.asked(session, 'Why?', { candidates: [{ content: 'Frost.' }] });
    assert.deepEqual(prompt, {
      context: 'A gardener',
      examples: [{ input: { content: 'Roses?' }, output: { content: 'Cut them.' } }],
      messages: [
        { author: 'Ada', content: 'Tulips?' },
        { author: 'Bot', content: 'In autumn.' },
        { author: 'Ada', content: 'Why?' },
      ],
    });
    assert.equal(session.text, 'Frost.');
  });

  it('keeps what was set about examples and passages as JSON, and sends no empty examples', async () => {
    const roses = { input: { author: '0', content: 'Roses?' }, output: { content: 'Cut them.' } };
    const may = { id: '1', content: { parts: [{ text: 'In May' }, { text: 'or June' }] } };
    const requests = {
      message: { prompt: { examples: [roses], newer: 1 } },
      answer: { inlinePassages: { passages: [may], newer: 1 } },
    };
    const session = await world.open({ model: 'models/chatter', settings: { requests } });
    const panel = openPanel(world, session);
    await panel.call('setMessagePrompt', {
      context: '',
      examples: [
        { input: 'Roses?', output: 'Cut them.' },
        { input: '', output: '' },
      ],
    });
    await panel.call('setPassages', {
      passages: [
        { id: '1', text: 'In May\nor June' },
        { id: '2', text: 'Later' },
      ],
    });
    const { prompt } = await world.asked(session, 'Why?', { candidates: [{ content: 'Frost.' }] });
    const messages = [{ content: 'Why?' }];
    assert.deepEqual(prompt, { examples: [roses], newer: 1, messages });
    assert.deepEqual(session.state.settings.requests?.answer?.inlinePassages, {
      newer: 1,
      passages: [may, { id: '2', content: { parts: [{ text: 'Later' }] } }],
    });
  });

  describe('grounded answers', () => {
    const ANSWER = {
      answer: { content: { parts: [{ text: 'In May' }] }, groundingAttributions: [{}] },
      answerableProbability: 0.8,
    };

    it('rest on the passages that have words', async () => {
      const session = await world.open({ model: 'models/aqa' });
      const passages = [
        { id: '1', text: 'They left in May.' },
        { id: '2', text: '' },
      ];
      await assert.rejects(
        session.send('When?'),
        /There are no passages or corpus to answer from\./,
      );
      await openPanel(world, session).call('setPassages', { passages });
      assert.deepEqual(await world.asked(session, 'When?', ANSWER), {
        answerStyle: 'ABSTRACTIVE',
        inlinePassages: {
          passages: [{ id: '1', content: { parts: [{ text: 'They left in May.' }] } }],
        },
        contents: [{ role: 'user', parts: [{ text: 'When?' }] }],
      });
      assert.equal(session.text, 'In May');
      assert.equal(session.answer.outcome?.verdict, 'complete');
      assert.equal(session.answer.answer?.answerableProbability, 0.8);
    });

    it('search a corpus by the question', async () => {
      const source = 'corpora/notes';
      const requests = { answer: { semanticRetriever: { source, maxChunksCount: 3 } } };
      const session = await world.open({ model: 'models/aqa', settings: { requests } });
      const { semanticRetriever } = await world.asked(session, 'When?', ANSWER);
      const query = { parts: [{ text: 'When?' }] };
      assert.deepEqual(semanticRetriever, { source, maxChunksCount: 3, query });
    });
  });
});
