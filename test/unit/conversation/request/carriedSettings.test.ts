import assert from 'node:assert/strict';
import type { PlaygroundSettings } from '../../../../src/conversation/model/conversation';
import { carriedSettings } from '../../../../src/conversation/session/modelChoice';
import { World } from '../world';

const TOOLS = [{ functionDeclarations: [{ name: 'weather' }] }, { codeExecution: {} }];
const STEPS_TOOLS = [{ type: 'function', name: 'weather' }, { type: 'code_execution' }];

describe('the settings of a conversation whose mode is changed', () => {
  const chat: PlaygroundSettings = {
    systemInstruction: 'Be {{tone}}',
    temperature: 0.5,
    topK: 3,
    requests: {
      chat: { tools: TOOLS, generationConfig: { thinkingConfig: { thinkingBudget: 5 } } },
    },
  };

  it('are carried over from a chat to an interaction in the words of that', () => {
    const carried = carriedSettings({ settings: chat }, 'interaction');
    assert.deepEqual(carried?.settings, {
      ...chat,
      requests: { ...chat.requests, interaction: { tools: STEPS_TOOLS } },
    });
    assert.deepEqual(
      carried.lost.map(({ field }) => field),
      ['generationConfig.thinkingConfig.thinkingBudget', 'generationConfig.topK'],
    );
  });

  it('are carried over from an interaction to a chat', () => {
    const settings: PlaygroundSettings = {
      maxOutputTokens: 9,
      requests: { interaction: { tools: STEPS_TOOLS, environment: 'remote' } },
    };
    const carried = carriedSettings({ settings, mode: 'interaction' }, 'chat');
    assert.deepEqual(carried?.settings.requests?.chat, { tools: TOOLS });
    assert.equal(carried.settings.maxOutputTokens, 9);
    assert.deepEqual(carried.lost, [{ field: 'environment', why: 'agents', count: 1 }]);
  });

  it('stay where a mode has its own already, and where it asks something else', () => {
    const both: PlaygroundSettings = { requests: { ...chat.requests, interaction: { tools: [] } } };
    assert.equal(carriedSettings({ settings: both }, 'interaction'), undefined);
    assert.equal(carriedSettings({ settings: chat }, 'embed'), undefined);
    assert.equal(carriedSettings({ settings: chat }, 'prompt'), undefined);
    assert.equal(carriedSettings({ settings: { temperature: 1 } }, 'interaction'), undefined);
  });

  it('are carried when the mode is chosen, and what has no place is said', async () => {
    const session = await new World().open({ settings: chat });
    session.setMode('interaction');
    assert.deepEqual(session.conversation.settings.requests?.interaction, { tools: STEPS_TOOLS });
    assert.match(
      session.state.notice?.message ?? '',
      /Not used in this mode: generationConfig\.thinkingConfig\.thinkingBudget, generationConfig\.topK\./,
    );
    session.setMode('chat');
    assert.doesNotMatch(session.state.notice?.message ?? '', /no place/);
    assert.deepEqual(session.conversation.settings.requests?.chat, chat.requests?.chat);
  });
});
