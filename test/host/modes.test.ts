import assert from 'node:assert/strict';
import type { PlaygroundMode } from '../../src/playground/modes';
import type { ModelTurn } from '../../src/playground/conversation';
import { activated } from './support/extension';
import { useFreshPlayground } from './support/freshPlayground';
import { ask, textOf, told } from './support/playground';

describe('the modes of the playground', () => {
  const fresh = useFreshPlayground();

  async function askIn(mode: PlaygroundMode, model: string, text: string): Promise<ModelTurn> {
    fresh.panel.session.setMode(mode, `models/${model}`);
    await told(fresh.panel, () => fresh.panel.session.state.model?.methods !== undefined);
    const answer = await ask(fresh.panel, text);
    assert.equal(answer.outcome?.verdict, 'complete', JSON.stringify(answer.outcome));
    assert.equal(answer.mode, mode);
    return answer;
  }

  it('opens on a model that only embeds, to embed', async () => {
    const { playground } = await activated();
    const { connection = '' } = fresh.panel.session.target;
    const name = 'models/emulator-embedding';
    const opened = await (
      await playground.panels()
    ).open({ connection, version: 'v1beta', kind: 'model', name });
    await told(opened, () => opened.session.state.mode === 'embed');
  });

  for (const mode of ['chat', 'prompt'] as const) {
    it(`answers as a ${mode}, also in one piece`, async () => {
      fresh.panel.session.setSettings({ whole: true });
      await askIn(mode, 'emulator-flash', 'What is a kite?');
      assert.match(textOf(fresh.panel), /kite/);
    });
  }

  it('answers with a legacy text and a legacy message', async () => {
    await askIn('text', 'emulator-text-001', 'What is a kite?');
    assert.match(textOf(fresh.panel), /kite/);
    await askIn('message', 'emulator-chat-001', 'What is a boat?');
    assert.match(textOf(fresh.panel), /boat/);
  });

  it('answers from passages', async () => {
    const passages = [{ id: '1', content: { parts: [{ text: 'The geese left on 18 May.' }] } }];
    fresh.panel.session.setSettings({ requests: { answer: { inlinePassages: { passages } } } });
    const { answer } = await askIn('answer', 'aqa', 'When did the geese leave?');
    assert.match(textOf(fresh.panel), /18 May/);
    assert.equal(typeof answer?.answerableProbability, 'number');
  });

  for (const model of ['emulator-embedding', 'emulator-text-embedding-001']) {
    it(`embeds one text and several with ${model}`, async () => {
      const one = await askIn('embed', model, 'A kite');
      assert.deepEqual(
        one.embeddings?.map(({ length }) => length),
        [768],
      );
      const several = await askIn('embed', model, 'A kite\nA boat');
      assert.equal(several.embeddings?.length, 2);
    });
  }
});
