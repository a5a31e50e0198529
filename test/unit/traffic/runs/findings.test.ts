import assert from 'node:assert/strict';
import { findingsOf } from '../../../../src/traffic/runs/findings';
import type { RunExchange } from '../../../../src/traffic/runs/runExchange';
import {
  book,
  call,
  exchange,
  failure,
  kindsOf,
  model,
  MODEL,
  result,
  said,
  tokens,
  user,
} from './exchanges';

const ask = user('Weather?');
const chat = '/v1beta/openai/chat/completions';
const interactions = '/v1beta/interactions';
const ARGON = 'gemini-4-argon';

/** A call that was answered with these parts, and sent back with those. */
const sentBack = (given: readonly object[], back: readonly object[]): readonly RunExchange[] => [
  exchange({ body: { contents: [ask] }, answer: said(given) }),
  exchange({
    body: {
      contents: [
        ask,
        model(...back),
        { role: 'user', parts: back.flatMap((part) => resultOf(part)) },
      ],
    },
    answer: said([{ text: 'Rain.' }]),
  }),
];

function resultOf(part: object): readonly object[] {
  if (!('functionCall' in part)) return [];
  const { name } = part.functionCall as { name: string };
  return result(name, {}).parts;
}

const [oslo, rome] = [{ city: 'Oslo' }, { city: 'Rome' }];

/** The same with an OpenAI client, which has the signature in a field of its own. */
const openAi = (signature?: object) => {
  const messages = [{ role: 'user', content: 'Weather?' }];
  const first = {
    id: 'k1',
    type: 'function',
    function: { name: 'w', arguments: '{"city":"Oslo"}' },
    extra_content: { google: { thought_signature: 's1' } },
  };
  const { extra_content: _signed, ...bare } = first;
  return [
    exchange({
      target: chat,
      body: { model: MODEL, messages },
      answer: {
        model: MODEL,
        choices: [{ message: { tool_calls: [first] }, finish_reason: 'tool_calls' }],
      },
    }),
    exchange({
      target: chat,
      body: {
        model: MODEL,
        messages: [
          ...messages,
          { role: 'assistant', tool_calls: [{ ...bare, ...signature }] },
          { role: 'tool', tool_call_id: 'k1', content: '{}' },
        ],
      },
    }),
  ];
};

/** The same without stored interactions. */
const steps = (back: readonly object[]) => [
  exchange({
    target: interactions,
    body: { model: MODEL, input: 'Weather?', store: false },
    answer: {
      status: 'requires_action',
      steps: [
        { type: 'thought', signature: 's1' },
        { type: 'function_call', id: 'k1', name: 'w', arguments: oslo },
      ],
    },
  }),
  exchange({
    target: interactions,
    body: {
      model: MODEL,
      store: false,
      input: [
        { type: 'user_input', content: [{ type: 'text', text: 'Weather?' }] },
        ...back,
        { type: 'function_call', id: 'k1', name: 'w', arguments: oslo },
        { type: 'function_result', call_id: 'k1', name: 'w', result: {} },
      ],
    },
  }),
];

describe('findings about thought signatures', () => {
  const parallel = [call('w', oslo, 's1'), call('w', rome)];
  const cases: readonly (readonly [string, readonly RunExchange[], string?])[] = [
    ['unchanged', sentBack([call('w', oslo, 's1')], [call('w', oslo, 's1')])],
    ['parallel, the first signed', sentBack(parallel, parallel)],
    [
      'a documented placeholder',
      sentBack([call('w', oslo, 's1')], [call('w', oslo, 'skip_thought_signature_validator')]),
    ],
    [
      'dropped before the last text of the user',
      [
        ...sentBack([call('w', oslo, 's1')], [call('w', oslo, 's1')]),
        exchange({
          body: {
            contents: [
              ask,
              model(call('w', oslo)),
              result('w', {}),
              model({ text: 'Rain.' }),
              user('Thanks'),
            ],
          },
        }),
      ],
    ],
    ['chat, unchanged', openAi({ extra_content: { google: { thought_signature: 's1' } } })],
    ['steps, unchanged', steps([{ type: 'thought', signature: 's1' }])],
    ['dropped', sentBack([call('w', oslo, 's1')], [call('w', oslo)]), 'Thought signature dropped'],
    [
      'dropped from parallel calls',
      sentBack(parallel, [call('w', oslo), call('w', rome)]),
      'Thought signature dropped',
    ],
    [
      'moved',
      sentBack(parallel, [call('w', oslo), call('w', rome, 's1')]),
      'Thought signature on the wrong part',
    ],
    [
      'changed',
      sentBack([call('w', oslo, 's1')], [call('w', oslo, 's2')]),
      'Thought signature changed',
    ],
    ['chat, dropped', openAi(), 'Thought signature dropped'],
    ['steps, dropped', steps([]), 'Thought signature dropped'],
  ];
  for (const [name, exchanges, title] of cases) {
    it(`${title === undefined ? 'leave out' : 'have'} a signature that is ${name}`, () => {
      const found = book(exchanges).runs.flatMap(findingsOf);
      assert.deepEqual(
        found.map((one) => one.title),
        title === undefined ? [] : [title],
      );
      if (title !== undefined) assert.equal(found[0]?.other, exchanges[0]?.id);
    });
  }

  it('are told once for a run that drops all of them, with sequential calls', () => {
    const run = Array.from({ length: 5 }, (_, at) =>
      exchange({
        body: {
          contents: [
            ask,
            ...Array.from({ length: at }, (_one, n) => [
              model(call('w', { n })),
              result('w', { n }),
            ]).flat(),
          ],
        },
        answer: said([call('w', { n: at }, `s${at}`)]),
      }),
    );
    const [finding, ...rest] = book(run).runs.flatMap(findingsOf);
    assert.deepEqual(
      [finding?.kind, finding?.id, finding?.more, rest],
      ['signature', run[1]?.id, 3, []],
    );
  });
});

describe('findings about failures', () => {
  const body = { contents: [ask] };
  const schema = (maxItems: number) => ({
    ...body,
    tools: [
      {
        functionDeclarations: [
          {
            name: 'f',
            parameters: { type: 'OBJECT', properties: { list: { type: 'ARRAY', maxItems } } },
          },
        ],
      },
    ],
  });
  const refused = (sent: object, message: string) =>
    exchange({ body: sent, status: 400, answer: failure(400, message) });
  const bare = 'Request contains an invalid argument.';
  const quota = (quotaId: string, quotaValue: string, delay = '30s') =>
    failure(429, 'Quota exceeded.', [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [{ quotaId, quotaValue }],
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: delay },
    ]);
  const limited = (n: number, more = {}) =>
    exchange({
      body: { contents: [user(`n ${n}`)] },
      status: 429,
      answer: quota('PerMinute', '5'),
      ...more,
    });
  const ofArgon = { target: `/v1beta/models/${ARGON}:generateContent` };
  const rejecting = (generationConfig: object) =>
    exchange({
      ...ofArgon,
      body: { ...body, generationConfig },
      status: 400,
      answer: failure(400, bare),
    });
  const hidden = (generationConfig: object, source: RunExchange['source'] = 'mock') => {
    const answer = said([{ text: 'x' }], { modelVersion: ARGON });
    return exchange({ ...ofArgon, source, body: { ...body, generationConfig }, answer });
  };
  const chain = [1, 2, 3].map((_, at) =>
    exchange({
      body: {
        contents: [
          ask,
          ...Array.from({ length: at }, () => [model(call('w', oslo)), result('w', {})]).flat(),
        ],
      },
      answer: said([call('w', oslo)]),
    }),
  );
  const again = { body, answer: said([{ text: 'Hi' }], tokens(10)) };
  const cases: readonly (readonly [string, readonly RunExchange[], readonly string[]])[] = [
    ['a bare 400 with a schema', [refused(schema(5), bare)], ['schema']],
    ['a bare 400 without one', [refused(body, bare)], []],
    ['a 400 that says what is wrong', [refused(schema(5), 'Invalid value at contents[0].')], []],
    [
      'an invalid call',
      [exchange({ body, answer: said([], { finishReason: 'MALFORMED_FUNCTION_CALL' }) })],
      ['malformed'],
    ],
    [
      'thoughts that used the limit',
      [
        exchange({
          body,
          answer: said([{ text: 'hm', thought: true }], { finishReason: 'MAX_TOKENS' }),
        }),
      ],
      ['thoughts'],
    ],
    [
      'a truncated text',
      [exchange({ body, answer: said([{ text: 'hm' }], { finishReason: 'MAX_TOKENS' }) })],
      [],
    ],
    ['an empty response', [exchange({ body, answer: said([]) })], ['empty']],
    ['calls in a loop', chain, ['loop']],
    ['the same body after an answer', [exchange(again), exchange(again)], ['twice']],
    [
      'the same body a minute later',
      [exchange(again), exchange({ ...again, startedAt: Date.UTC(2027, 0) })],
      [],
    ],
    ['five 429 in a minute', [1, 2, 3, 4, 5].map((n) => limited(n)), ['storm']],
    ['two 429 in a minute', [1, 2].map((n) => limited(n)), []],
    ['a retry before its time', [limited(1), limited(1)], ['early']],
    [
      'a retry after its time',
      [limited(1), limited(1, { startedAt: Date.UTC(2026, 10, 29, 15), id: 999_001 })],
      [],
    ],
    [
      'a daily quota',
      [exchange({ body, status: 429, answer: quota('GenerateRequestsPerDayPerProject', '20') })],
      ['quota'],
    ],
    [
      'an ignored temperature',
      [
        exchange({
          body: { ...body, generationConfig: { temperature: 0.2 } },
          answer: said([{ text: 'x' }]),
        }),
      ],
      ['ignored'],
    ],
    [
      'defaults of these settings',
      [
        exchange({
          body: { ...body, generationConfig: { temperature: 1, topP: 1, candidateCount: 1 } },
          answer: said([{ text: 'x' }]),
        }),
      ],
      [],
    ],
    ['a rejected budget', [rejecting({ thinkingConfig: { thinkingBudget: 0 } })], ['rejected']],
    [
      'a rejected budget that a mock hides',
      [hidden({ thinkingConfig: { thinkingBudget: 0 } })],
      ['rejected'],
    ],
    ['a budget that was accepted', [hidden({ thinkingConfig: { thinkingBudget: 0 } }, 'api')], []],
    [
      'a rejected penalty of an OpenAI client',
      [
        exchange({
          target: chat,
          status: 400,
          body: { model: ARGON, messages: [], presence_penalty: 0.5 },
          answer: [failure(400, bare)],
        }),
      ],
      ['rejected'],
    ],
    [
      'another model',
      [exchange({ body, answer: said([{ text: 'x' }], { modelVersion: 'gemini-2.5-flash' }) })],
      ['model'],
    ],
    [
      'a version of the model',
      [exchange({ body, answer: said([{ text: 'x' }], { modelVersion: `${MODEL}-001` }) })],
      [],
    ],
  ];
  for (const [name, exchanges, kinds] of cases) {
    it(`${kinds.length === 0 ? 'leave out' : 'have'} ${name}`, () => {
      assert.deepEqual(kindsOf(exchanges), kinds);
    });
  }

  it('give known causes of a refused schema', () => {
    const [finding] = book([refused(schema(2000), bare)]).runs.flatMap(findingsOf);
    assert.match(finding?.text ?? '', /maxItems add up to 2000/);
  });

  it('count the tokens of responses without an answer, and tell that they were repeated', () => {
    const cut = {
      body,
      answer: said([], {
        finishReason: 'MAX_TOKENS',
        ...tokens(5, 0, { thoughtsTokenCount: 1000 }),
      }),
    };
    const found = book([exchange(cut), exchange(cut)]).runs.flatMap(findingsOf);
    assert.equal(found.length, 1);
    assert.match(
      found[0]?.text ?? '',
      /It used 1,000 output tokens\. The app sent the same request again\./,
    );
    assert.equal(found[0]?.more, 1);
  });
});
