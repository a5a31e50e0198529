import assert from 'node:assert/strict';
import type { PlaygroundSettings } from '../../../../src/conversation/model/conversation';
import { requestBody } from '../../../../src/conversation/request/requestBody';
import { modeRequest, withModeRequest } from '../../../../src/conversation/model/modes';
import { fieldAt, withField } from '../../../../src/conversation/model/requestFields';

const SETTINGS: PlaygroundSettings = {
  systemInstruction: 'Answer as {{who}}.',
  temperature: 0.5,
  maxOutputTokens: 20,
  stopSequences: ['END'],
  includeThoughts: true,
  whole: true,
  requests: {
    chat: {
      generationConfig: { seed: 7, temperature: 1, thinkingConfig: { thinkingBudget: 8 }, new: 1 },
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
      tools: [{ codeExecution: {} }, { brandNew: { a: [1] } }],
      serviceTier: 'fast',
    },
    text: { candidateCount: 3 },
  },
};

describe('a field of a request', () => {
  it('is found by its path, and nowhere else', () => {
    assert.equal(fieldAt({ a: { b: 1 } }, 'a.b'), 1);
    assert.equal(fieldAt({ a: [1] }, 'a.length'), undefined);
    assert.equal(fieldAt({}, 'constructor.name'), undefined);
  });

  it('is set beside others, and leaves nothing empty behind', () => {
    const request = { a: { b: { c: 1 }, d: {} }, e: null };
    assert.deepEqual(withField(request, 'a.b.f', 2), { a: { b: { c: 1, f: 2 }, d: {} }, e: null });
    assert.deepEqual(withField(request, 'a.b.c', undefined), { a: { d: {} }, e: null });
    assert.deepEqual(withField({ a: { b: 1 } }, 'a.b', undefined), {});
    assert.deepEqual(withField({ a: 'text' }, 'a.b', 1), { a: { b: 1 } });
    assert.deepEqual(request, { a: { b: { c: 1 }, d: {} }, e: null });
  });
});

describe('the settings as the request of a mode', () => {
  it('have what all modes share in its place, before what was there', () => {
    assert.deepEqual(modeRequest(SETTINGS, 'chat', { who: 'a bee' }), {
      systemInstruction: { parts: [{ text: 'Answer as a bee.' }] },
      generationConfig: {
        seed: 7,
        temperature: 0.5,
        maxOutputTokens: 20,
        stopSequences: ['END'],
        thinkingConfig: { thinkingBudget: 8, includeThoughts: true },
        new: 1,
      },
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
      tools: [{ codeExecution: {} }, { brandNew: { a: [1] } }],
      serviceTier: 'fast',
    });
    assert.deepEqual(modeRequest(SETTINGS, 'text'), {
      temperature: 0.5,
      maxOutputTokens: 20,
      stopSequences: ['END'],
      candidateCount: 3,
    });
    assert.deepEqual(modeRequest(SETTINGS, 'answer'), { temperature: 0.5 });
    assert.deepEqual(modeRequest(SETTINGS, 'embed'), {});
  });

  it('come back as they were', () => {
    for (const mode of ['chat', 'text', 'message', 'answer', 'embed'] as const) {
      const once = withModeRequest(SETTINGS, mode, modeRequest(SETTINGS, mode));
      assert.deepEqual(modeRequest(once, mode), modeRequest(SETTINGS, mode));
      assert.deepEqual(withModeRequest(once, mode, modeRequest(once, mode)), once);
      assert.equal(once.whole, true);
    }
  });

  it('keep the braces of an instruction as they were written, and fill them in where it is sent', () => {
    const settings = { systemInstruction: String.raw`Use {{who}} for \{{name}}.` };
    const request = modeRequest(settings, 'chat');
    assert.deepEqual(withModeRequest(settings, 'chat', request), settings);
    const { input } = requestBody({ model: 'models/x', settings, turns: [] }, 'v1beta');
    const sent = { parts: [{ text: 'Use {{who}} for {{name}}.' }] };
    assert.deepEqual(input.body.systemInstruction, sent);
  });

  it('take an instruction that is more than text as it is', () => {
    const systemInstruction = { role: 'system', parts: [{ text: 'A' }] };
    const settings = withModeRequest(SETTINGS, 'chat', { systemInstruction });
    assert.equal(settings.systemInstruction, undefined);
    assert.deepEqual(modeRequest(settings, 'chat'), { systemInstruction });
    assert.deepEqual(settings.requests?.text, { candidateCount: 3 });
  });
});
