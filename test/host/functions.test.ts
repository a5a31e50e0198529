import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PlaygroundPanel } from '../../src/playground/host/panel';
import { resetConnections } from './support/extension';
import {
  answerOf,
  ask,
  openPlayground,
  startTestEmulator,
  textOf,
  told,
} from './support/playground';

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
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let panel: PlaygroundPanel;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
    await emulator.control('POST', 'speed', { latency: 0, rate: 0 });
  });
  beforeEach(async () => {
    panel = await openPlayground();
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await emulator.close();
    await resetConnections();
  });

  it('answer calls with their usual results, and give the answer to those', async () => {
    const mocks = { get_weather: { degrees: 21 }, get_time: { hour: 12 } };
    panel.session.setSettings({ requests: { chat: TOOLS }, mocks, autoRespond: true });
    await panel.session.send('Call get_weather and get_time for Rome');
    await told(panel, () => {
      const { turns, streaming } = panel.session.state;
      return turns.length === 4 && streaming === undefined;
    });
    assert.equal(answerOf(panel).outcome?.verdict, 'complete');
    assert.match(textOf(panel), /"degrees": 21[^]*"hour": 12/);
    const { parts = [] } = panel.session.state.turns[1]?.content ?? {};
    const calls = parts.flatMap((part) => part.functionCall?.name ?? []);
    assert.deepEqual(calls, ['get_weather', 'get_time']);
  });

  it('say where an answer differs from its schema, and nothing where it does not', async () => {
    panel.session.setSettings({ requests: { chat: STRUCTURED } });
    const fine = await ask(panel, 'What does it cost?');
    assert.deepEqual(fine.schemaProblems, []);
    const wrong = await ask(panel, 'And this? [[echo]]{"price": "ten"}');
    assert.deepEqual(wrong.schemaProblems, ['$.price: expected a number, found a text.']);
  });
});
