import assert from 'node:assert/strict';
import type { ModelTurn, Turn, UserTurn } from '../../../../../src/conversation/model/conversation';
import { type TokenRow, tokenUse } from '../../../../../src/playground/webview/tokens/tokenUse';

type Usage = NonNullable<NonNullable<ModelTurn['outcome']>['usage']>;
type Parts = NonNullable<ModelTurn['content']['parts']>;

const png = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };

function user(parts: Parts, over: Partial<UserTurn> = {}): UserTurn {
  return { id: 'u1', role: 'user', content: { role: 'user', parts }, ...over };
}

function answer(parts: Parts, usage?: Usage, over: Partial<ModelTurn> = {}): ModelTurn {
  return {
    id: 'm1',
    role: 'model',
    model: 'models/x',
    version: 'v1beta',
    sent: {},
    content: { role: 'model', parts },
    outcome: { verdict: 'complete', durationMs: 1, ...(usage && { usage }) },
    ...over,
  };
}

/** As they read, parts behind a dash. */
function rows(turn: ModelTurn, before: readonly Turn[]): readonly string[] {
  return tokenUse(turn, before).map(({ label, tokens, isEstimate, isPart }: TokenRow) =>
    [isPart ? '-' : '', label, `${isEstimate ? '≈' : ''}${tokens ?? '?'}`]
      .filter(Boolean)
      .join(' '),
  );
}

describe('the tokens of an answer', () => {
  it('are the counts of the service, by the kinds of content where there are several', () => {
    const usage: Usage = {
      promptTokenCount: 270,
      cachedContentTokenCount: 100,
      toolUsePromptTokenCount: 40,
      candidatesTokenCount: 30,
      thoughtsTokenCount: 20,
      totalTokenCount: 360,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 12 },
        { modality: 'IMAGE', tokenCount: 258 },
      ],
      candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: 30 }],
    };
    assert.deepEqual(rows(answer([{ text: 'A kite' }], usage), []), [
      'Prompt 270',
      '- text 12',
      '- images 258',
      '- cached 100',
      'Added by tools 40',
      'Thoughts 20',
      'Response 30',
      'Total 360',
    ]);
  });

  it('are measured for a part of the message that is the only one of its kind, else estimated', () => {
    const usage: Usage = {
      promptTokenCount: 270,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 12 },
        { modality: 'IMAGE', tokenCount: 258 },
      ],
    };
    const asked = user([png, { text: 'What is this?' }], {
      attached: [{ part: 0, name: 'a.png' }],
    });
    const parts = (turn: ModelTurn, before: readonly Turn[]): readonly string[] =>
      rows(turn, before).filter((row) => row.includes('message'));
    const turn = answer([{ text: 'A kite' }], usage);
    assert.deepEqual(parts(turn, [asked]), [
      '- Your message: a.png 258',
      '- Your message: text 12',
    ]);
    const told = { ...turn, sent: { systemInstruction: {} } };
    assert.deepEqual(parts(told, [asked]), [
      '- Your message: a.png 258',
      '- Your message: text ≈4',
    ]);
    const earlier = [user([png, { text: 'Look' }]), answer([{ text: 'Yes?' }])];
    assert.deepEqual(parts(turn, [...earlier, asked]), [
      '- Your message: a.png ?',
      '- Your message: text ≈4',
    ]);
    const alone = { ...turn, mode: 'prompt' as const };
    assert.deepEqual(parts(alone, [...earlier, asked]), [
      '- Your message: a.png 258',
      '- Your message: text 12',
    ]);
  });

  it('tell of no parts where the user changed the words, or several requests were made', () => {
    const usage: Usage = { promptTokenCount: 4, candidatesTokenCount: 9 };
    const parts: Parts = [{ text: 'a' }, { functionCall: { name: 'f' } }];
    assert.deepEqual(rows(answer(parts, usage, { edited: true }), []), ['Prompt 4', 'Response 9']);
    const continuation = {
      parts: 1,
      length: 1,
      chosen: 0,
      model: 'models/x',
      version: 'v1beta' as const,
    };
    const continued = answer([{ text: 'a' }], usage, { continuation });
    assert.deepEqual(rows(continued, [user([{ text: 'Hello' }])]), [
      'Prompts of all requests 4',
      'Response 9',
    ]);
  });
});
