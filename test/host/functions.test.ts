import assert from 'node:assert/strict';
import { useFreshPlayground } from './support/freshPlayground';
import { answerOf, ask, textOf, told } from './support/playground';

const TOOLS = {
  tools: [
    {
      functionDeclarations: [
        {
          name: 'get_weather',
          parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } } },
        },
        { name: 'get_time' },
      ],
    },
  ],
};
const SCHEMA = { type: 'OBJECT', properties: { price: { type: 'NUMBER' } }, required: ['price'] };
const STRUCTURED = {
  generationConfig: { responseMimeType: 'application/json', responseSchema: SCHEMA },
};

describe('playground functions and structured answers', () => {
  const fresh = useFreshPlayground();

  it('answer calls with their usual results, and give the answer to those', async () => {
    const mocks = { get_weather: { degrees: 21 }, get_time: { hour: 12 } };
    fresh.panel.session.setSettings({ requests: { chat: TOOLS }, mocks, autoRespond: true });
    await fresh.panel.session.send('Call get_weather and get_time for Rome');
    await told(fresh.panel, () => {
      const { turns, streaming } = fresh.panel.session.state;
      return turns.length === 4 && streaming === undefined;
    });
    assert.equal(answerOf(fresh.panel).outcome?.verdict, 'complete');
    assert.match(textOf(fresh.panel), /"degrees": 21[^]*"hour": 12/);
    const { parts = [] } = fresh.panel.session.state.turns[1]?.content ?? {};
    const calls = parts.flatMap((part) => part.functionCall?.name ?? []);
    assert.deepEqual(calls, ['get_weather', 'get_time']);
  });

  it('say where an answer differs from its schema, and nothing where it does not', async () => {
    fresh.panel.session.setSettings({ requests: { chat: STRUCTURED } });
    const fine = await ask(fresh.panel, 'What does it cost?');
    assert.deepEqual(fine.schemaProblems, []);
    const wrong = await ask(fresh.panel, 'And this? [[echo]]{"price": "ten"}');
    assert.deepEqual(wrong.schemaProblems, ['$.price: expected a number, found a text.']);
  });
});
