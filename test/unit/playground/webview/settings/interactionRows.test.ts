import assert from 'node:assert/strict';
import {
  agentName,
  requestAgent,
} from '../../../../../src/playground/webview/settingRows/interactionRows';
import { panelState } from '../panelState';

describe('an agent in place of a model', () => {
  const agent = 'deep-research-preview-04-2026';

  it('has the name of the settings, and one of the user’s its id', () => {
    assert.equal(agentName(agent), 'Deep Research');
    assert.equal(agentName('agents/mine'), 'agents/mine');
    assert.equal(agentName(''), '');
  });

  it('is asked in the mode of interactions only', () => {
    const settings = { requests: { interaction: { agent } } };
    assert.equal(requestAgent(panelState({ settings, mode: 'interaction' })), agent);
    assert.equal(requestAgent(panelState({ settings })), '');
    assert.equal(requestAgent(panelState({ mode: 'interaction' })), '');
  });
});
