import assert from 'node:assert/strict';
import { PLAYGROUND_MODES } from '../../../../../src/conversation/model/conversation';
import { createFormat } from '../../../../../src/playground/webview/format';
import type { CountState } from '../../../../../src/playground/webview/state/tokenCounter';
import {
  meterText,
  requestKey,
  requestLength,
} from '../../../../../src/playground/webview/state/tokenCounter';
import { panelState } from '../panelState';

const connection = { name: 'Test', detail: 'test', emulator: false };
const model = { name: 'models/a', displayName: 'A', thinking: false, inputTokenLimit: 1_048_576 };
const format = createFormat('en');
const live = panelState({ tokenMeter: 'live', connection, model });
const total = (count: number, over: Partial<CountState> = {}): CountState => ({
  count: { total: count },
  isCounting: false,
  isStale: false,
  isLong: false,
  ...over,
});

function text(panel: typeof live, counted: CountState): string | undefined {
  return meterText(panel, counted, format)?.text;
}

describe('the meter of tokens', () => {
  it('says how many of the model’s tokens the next request has', () => {
    assert.equal(text(live, total(1204)), '1,204 / 1.0M');
    const shown = meterText(live, total(1204), format);
    assert.equal(
      shown?.hint,
      'The next request has 1,204 of the 1,048,576 tokens this model accepts.',
    );
    assert.equal(shown.isOver, false);
  });

  it('shows no number of another request while the count of this one waits or runs', () => {
    assert.equal(text(live, total(7, { isStale: true })), '…');
    assert.equal(text(live, total(7, { isCounting: true, isStale: true })), '…');
    assert.equal(text(live, total(7, { isCounting: true })), '7 / 1.0M');
  });

  it('warns in words where the model takes less', () => {
    const small = { ...live, model: { ...model, inputTokenLimit: 100 } };
    const shown = meterText(small, total(101), format);
    assert.equal(shown?.text, '101 / 100, over the limit');
    assert.equal(shown.isOver, true);
    assert.equal(meterText(small, total(100), format)?.isOver, false);
  });

  it('offers to count what is too long to be counted with every pause', () => {
    const file = {
      id: 'a',
      name: 'a',
      mimeType: 'b',
      state: 'ready',
      hasData: true,
      size: 70,
    } as const;
    const parts = [{ text: 'Hello' }, { inlineData: { data: 'AAAA' } }];
    const turns = [{ id: 'u', role: 'user', content: { parts } } as const];
    assert.equal(requestLength({ attachments: [{ ...file, kind: 'inline' }], turns }), 79);
    assert.equal(requestLength({ attachments: [{ ...file, kind: 'file' }], turns: [] }), 0);
    const long = { isLong: true, isStale: true };
    assert.equal(text(live, total(7, long)), 'Count tokens');
    assert.equal(text(live, total(7, { isLong: true })), '7 / 1.0M');
  });

  it('is there in every mode unless it is off, with an estimate where the API can’t count', () => {
    assert.equal(text({ ...live, tokenMeter: 'off' }, total(3)), undefined);
    for (const mode of PLAYGROUND_MODES)
      assert.equal(text({ ...live, mode }, total(3)), '3 / 1.0M');
    const guessed = { ...total(3), count: { total: 3, isEstimate: true } };
    const shown = meterText(live, guessed, format);
    assert.equal(shown?.text, 'about 3 / 1.0M');
    assert.match(
      shown.hint,
      / about 3 of .* The API can’t count them, so their number is based on/,
    );
  });
});

describe('what the next request is made of', () => {
  const turn = (words: string) => ({
    id: 't',
    role: 'user' as const,
    content: { role: 'user', parts: [{ text: words }] },
  });

  it('is another one after a change of the model, the settings, the turns and what is attached', () => {
    const file = {
      id: 'f',
      name: 'a',
      mimeType: 'text/plain',
      kind: 'file',
      hasData: false,
    } as const;
    const keys = [
      live,
      { ...live, model: { ...model, name: 'models/b' } },
      { ...live, version: 'v1' as const },
      { ...live, settings: { systemInstruction: 'Short.' } },
      { ...live, mode: 'prompt' as const },
      { ...live, variables: { a: 'b' } },
      { ...live, turns: [turn('a')] },
      { ...live, turns: [turn('ab')] },
      { ...live, attachments: [{ ...file, state: 'sending' as const }] },
      { ...live, attachments: [{ ...file, state: 'ready' as const }] },
    ].map(requestKey);
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(requestKey({ ...live, title: 'Other' }), keys[0]);
  });
});
