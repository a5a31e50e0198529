import assert from 'node:assert/strict';
import { digest, readRequest, shownBody } from '../../../../src/traffic/runs/digest';
import type { RunExchange } from '../../../../src/traffic/runs/runExchange';
import { book, call, exchange, failure, model, result, said, tokens, user } from './exchanges';

/** The requests of each run by their place in the list, with the reason of each. */
function grouped(exchanges: readonly RunExchange[]): readonly string[] {
  return book(exchanges).runs.map(({ turns }) =>
    turns
      .map(({ facts, link }) => `${exchanges.findIndex(({ id }) => id === facts.id)} ${link.kind}`)
      .join(', '),
  );
}

describe('the runs of apps', () => {
  it('are conversations, which continue if their contents start the same', () => {
    const [a1, a2] = [user('Hello'), model({ text: 'Hi, you.' })];
    const chat = [
      exchange({
        body: { contents: [a1] },
        answer: [said([{ text: 'Hi, ' }]), said([{ text: 'you.' }])],
      }),
      exchange({
        body: {
          contents: [
            a1,
            { role: 'model', parts: [{ text: 'Hi, ' }, { text: 'you.' }] },
            user('And?'),
          ],
        },
        answer: said([
          { text: 'Thinking.', thought: true },
          { text: 'Fine.', thoughtSignature: 'x' },
        ]),
      }),
      exchange({
        body: { contents: [a1, a2, user('And?'), model({ text: 'Fine.' }), user('Bye')] },
      }),
    ];
    assert.deepEqual(grouped(chat), ['0 first, 1 history, 2 history']);
  });

  it('stay two if they are interleaved, even if both start with the same words', () => {
    const hello = user('Hello');
    const chats = [
      exchange({ body: { contents: [hello] }, answer: said([{ text: 'One' }]) }),
      exchange({ body: { contents: [hello] }, answer: said([{ text: 'Two' }]) }),
      exchange({
        body: { contents: [hello, model({ text: 'One' }), user('1')] },
        answer: said([{ text: 'a' }]),
      }),
      exchange({
        body: { contents: [hello, model({ text: 'Two' }), user('2')] },
        answer: said([{ text: 'b' }]),
      }),
    ];
    assert.deepEqual(grouped(chats), ['0 first, 2 history', '1 first, 3 history']);
    const apart = [
      exchange({ body: { contents: [hello] } }),
      exchange({ app: 'other', body: { contents: [hello, model({ text: 'x' }), user('y')] } }),
    ];
    assert.deepEqual(grouped(apart), ['0 first', '1 unknownHistory']);
  });

  it('continue with the results of calls by their IDs, whatever else changed', () => {
    const run = [
      exchange({
        body: { contents: [user('Weather?')] },
        answer: said([call('weather', { city: 'Oslo' }, 's', 'c1')]),
      }),
      exchange({
        body: {
          contents: [
            user('Summary.'),
            model(call('weather', { city: 'Oslo' }, 's', 'c1')),
            result('weather', { rain: 1 }, 'c1'),
          ],
        },
      }),
    ];
    assert.deepEqual(grouped(run), ['0 first, 1 results']);
  });

  it('read interactions and OpenAI-compatible requests alike', () => {
    const target = '/v1beta/interactions';
    const chat = '/v1beta/openai/chat/completions';
    const ask = { role: 'user', content: 'Hello' };
    const calls = [{ id: 'k1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }];
    const all = [
      exchange({
        target,
        body: { model: 'm', input: 'Hello' },
        answer: { id: 'i1', status: 'completed', steps: [] },
      }),
      exchange({ target, body: { model: 'm', input: 'And?', previous_interaction_id: 'i1' } }),
      exchange({
        target: chat,
        body: { model: 'm', messages: [ask] },
        answer: [{ choices: [{ delta: { tool_calls: [{ index: 0, ...calls[0] }] } }] }],
      }),
      exchange({
        target: chat,
        body: {
          model: 'm',
          messages: [
            ask,
            { role: 'assistant', tool_calls: calls },
            { role: 'tool', tool_call_id: 'k1', content: '{}' },
          ],
        },
      }),
    ];
    assert.deepEqual(grouped(all), ['0 first, 1 interaction', '2 first, 3 results']);
  });

  it('have retries as attempts of one step, each with its own price', () => {
    const body = { contents: [user('Hello')] };
    const run = [
      exchange({ body, status: 503, answer: failure(503, 'overloaded') }),
      exchange({
        body,
        answer: said([], { finishReason: 'MALFORMED_FUNCTION_CALL', ...tokens(1000, 500) }),
      }),
      exchange({ body, answer: said([{ text: 'Hi' }], tokens(1000, 500)) }),
      exchange({ body, answer: said([{ text: 'Hi' }], tokens(1000, 500)) }),
    ];
    assert.deepEqual(grouped(run), ['0 first, 1 attempt, 2 attempt', '3 first']);
    const [first] = book(run).runs;
    assert.deepEqual(
      first?.turns.map(({ facts }) => facts.price !== undefined),
      [false, true, true],
    );
  });

  it('are during a call of another run if they start after it and end before its result', () => {
    const ask = user('Weather?');
    const inner = (more = {}) => exchange({ body: { contents: [user('Summarize')] }, ...more });
    const all = [
      inner(),
      exchange({ body: { contents: [ask] }, answer: said([call('get_weather', {})]) }),
      inner(),
      inner({ app: 'other' }),
      exchange({
        body: { contents: [ask, model(call('get_weather', {})), result('get_weather', {})] },
      }),
      inner(),
    ];
    assert.deepEqual(
      book(all).runs.map(({ during }) => during),
      [undefined, undefined, 'get_weather', undefined, undefined],
    );
  });

  it('name a history that no request shown here sent', () => {
    const tools = [{ functionDeclarations: [{ name: 'f' }] }];
    const long = [user('a'), model({ text: 'b' }), user('c')];
    const compacted = [user('Summary of a, b, c'), model({ text: 'Good.' }), user('d')];
    const run = [
      exchange({ body: { tools, contents: [user('a')] }, answer: said([{ text: 'b' }]) }),
      exchange({ body: { tools, contents: long } }),
      exchange({ body: { tools, contents: compacted } }),
    ];
    const { runs } = book(run);
    assert.deepEqual(
      runs.map(({ turns }) => turns.length),
      [2, 1],
    );
    assert.deepEqual(runs[1]?.turns[0]?.link, { kind: 'unknownHistory', near: run[1]?.id });
  });

  it('replace a running request, and forget the oldest of more than 5,000', () => {
    const started = exchange({
      progress: 'running',
      status: undefined,
      body: { contents: [user('x')] },
    });
    const ended = exchange({
      id: started.id,
      body: { contents: [user('x')] },
      answer: said([{ text: 'y' }]),
    });
    assert.deepEqual(
      book([started, ended]).runs.map(({ turns }) => turns.map(({ facts }) => facts.outcome)),
      [['answered']],
    );
    const many = book(
      Array.from({ length: 5010 }, (_, at) => exchange({ body: { contents: [user(`n ${at}`)] } })),
    );
    assert.deepEqual([many.size, many.runs.length], [5000, 5000]);
  });

  it('keep the requests that continue one whose large body is read later', () => {
    const target = '/v1beta/interactions';
    const all = [
      exchange({
        target,
        body: { model: 'm', input: 'x'.repeat(1_100_000) },
        answer: { id: 'i9', status: 'completed', steps: [] },
      }),
      exchange({ target, body: { model: 'm', input: 'And?', previous_interaction_id: 'i9' } }),
    ];
    const runs = book(all);
    const [first] = all;
    const read = first && digest(first, Infinity);
    assert.ok(read);
    runs.add(read);
    assert.deepEqual(
      runs.runs.map(({ turns }) => turns.map(({ facts }) => facts.isUnread)),
      [[false, false]],
    );
  });

  it('never show secret fields of a request, such as headers for an MCP server', () => {
    const target = '/v1beta/interactions';
    const tools = [
      {
        type: 'mcp_server',
        name: 's',
        url: 'https://a.example',
        headers: { 'x-token': 'secret-word' },
      },
    ];
    const sent = exchange({ target, body: { model: 'm', input: 'Hello', tools } });
    assert.match(sent.request() ?? '', /secret-word/);
    assert.doesNotMatch(
      JSON.stringify([shownBody(sent), readRequest(sent)?.request]),
      /secret-word/,
    );
  });
});
