import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { redactorFor } from '../../../src/api/redact';
import type { PlainRequest } from '../../../src/api/request';
import { Emitter } from '../../../src/base/event';
import type { LiveText } from '../../../src/platform/textDocuments';
import { TrafficLog } from '../../../src/service/trafficLog';
import {
  bodyText,
  exchangeText,
  prettyJson,
  showExchange,
} from '../../../src/traffic/exchangeDocument';
import { rowText } from '../../../src/traffic/entryText';
import { failure } from '../api/harness';
import { context, entry, generate, recordingOf } from './entries';

const SECRET = 'canary-key-0123456789';

describe('an exchange', () => {
  it('has no secret that an answer repeats, whole or in events', () => {
    const get: PlainRequest = {
      operation: 'interactions.get',
      version: 'v1beta',
      method: 'GET',
      path: '/v1beta/interactions/v1_x',
      query: {},
    };
    const tool = { type: 'mcp_server', url: 'https://s.example', headers: { 'X-Key': 'ca"nary' } };
    const whole = JSON.stringify({ id: 'v1_x', tools: [tool] });
    const event = `data: {"event_type":"interaction.created","interaction":${whole}}\n\n`;
    for (const received of [[whole], [event.slice(0, 60), event.slice(60)]]) {
      const { responseText } = recordingOf({ request: get, received });
      assert.ok(responseText.includes('"headers":"[redacted]"'), responseText);
      assert.ok(!responseText.includes('nary') && responseText.includes('v1_x'), responseText);
    }
  });

  it('has the request and the answer, without the secret that signed it', () => {
    const recording = recordingOf({
      sent: `{"contents":[],"note":"${SECRET}"}`,
      requestHeaders: { 'x-goog-api-key': SECRET, 'content-type': 'application/json' },
      responseHeaders: { 'content-type': 'application/json', 'x-echo': SECRET },
      received: ['{"name":"models/a",', `"echo":"${SECRET}"}`],
      redact: redactorFor([SECRET]),
    });
    const text = exchangeText(entry({ recording }), context());
    assert.ok(!text.includes(SECRET), text);
    assert.match(text, /## Request\n\n```http\nGET .*\nx-goog-api-key: \[redacted\]\n/);
    assert.match(text, /\n {2}"contents": \[\],\n {2}"note": "\[redacted\]"\n/);
    assert.match(text, /## Response\n\n```http\n200 OK\n.*\nx-echo: \[redacted\]\n/);
    assert.match(text, /\n {2}"name": "models\/a",\n {2}"echo": "\[redacted\]"\n/);
  });

  it('has a stream as it came, and when its frames did', () => {
    const recording = recordingOf({
      request: generate,
      received: ['data: {"a":1}\r\n\r\n', 'data: {"b":2}\r\n\r\n'],
    });
    const name = 'models.streamGenerateContent';
    const text = exchangeText(entry({ name, recording, outcome: 'reset' }), context());
    assert.ok(text.includes('POST /v1beta/models/a:streamGenerateContent?alt=sse\n'), text);
    assert.ok(text.includes('```text\ndata: {"a":1}\n\ndata: {"b":2}\n\n```'), text);
    assert.ok(text.includes('The response is incomplete.'), text);
    assert.ok(text.endsWith('## Frames\n\n```text\n+100 ms  17 B\n+200 ms  17 B\n```\n'), text);
  });

  it('has the events of a stream that names them, with their times', () => {
    const request: PlainRequest = {
      operation: 'interactions.create',
      version: 'v1beta',
      method: 'POST',
      path: '/v1beta/interactions',
      query: {},
      body: { model: 'm', stream: true },
    };
    const received = [
      'event: interaction.created\ndata: {"a":1}\n\n',
      'event: step.delta\ndata: {"b":2}\n\nevent: step.delta\ndata: {"c":3}\n\n',
    ];
    const one = entry({
      name: 'interactions.create',
      recording: recordingOf({ request, received }),
    });
    const text = exchangeText(one, context());
    assert.ok(text.includes('\n- Events: 1 interaction.created, 2 step.delta\n'), text);
    const lines = ['+100 ms  interaction.created', '+200 ms  step.delta', '+200 ms  step.delta'];
    assert.ok(text.endsWith(`## Events\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`), text);
    assert.equal(rowText(one).description, '200 · 812 ms · 3.2 KB · 3 events');
    const whole = { ...request, body: { model: 'm' } };
    const plain = recordingOf({ request: whole, received });
    assert.equal(plain.events, undefined, 'it was not asked for as a stream');
  });

  it('makes neither links nor blocks of what came from elsewhere', () => {
    const nameOf = (): string => '[a](command:b) <img src=c>';
    const recording = recordingOf({ received: ['```\n# Heading\n````'] });
    const text = exchangeText(entry({ recording }), { ...context(), nameOf });
    assert.ok(text.includes('- Connection: \\[a](command:b) \\<img src=c>\n'), text);
    assert.ok(text.includes('\n`````text\n```\n# Heading\n````\n`````\n'), text);
  });

  it('leaves every secret of the window out, and says when it is gone', async () => {
    const traffic = new TrafficLog(() => true);
    const recording = recordingOf({ received: [`{"a":"\\u0063${SECRET.slice(1)} ${SECRET}"}`] });
    const { id: _own, name: operation, ...rest } = entry();
    assert.equal(operation, 'models.list');
    traffic.add('aaaa1111', { ...rest, operation: 'models.list', version: 'v1beta', recording });
    const shown: LiveText[] = [];
    const renamed = new Emitter<void>();
    let name = 'Work';
    const parts = {
      traffic,
      connections: { find: () => ({ name }), onDidChange: renamed.event } as never,
      documents: {
        show: async (text: LiveText) => void shown.push(text),
        compare: () => assert.fail('Nothing is compared.'),
        compareWith: () => assert.fail('Nothing is compared.'),
      },
      redact: redactorFor([SECRET]),
      isTrusted: true,
    };
    await showExchange(parts, 1);
    const [text] = shown;
    assert.equal(text?.name, 'models.list.md');
    const named = text.actions?.map(({ title }) => title);
    assert.deepEqual(named, ['Save as Recording']);
    // A connection that gets another name is shown by that.
    assert.ok(text.read().includes('Connection: Work'));
    let told = 0;
    text.onDidChange?.(() => told++);
    name = 'Home';
    renamed.fire();
    assert.equal(told, 1);
    assert.ok(text.read().includes('Connection: Home'));
    assert.ok(text.read().includes('[redacted]'));
    assert.equal(text.read().includes(SECRET), false);
    traffic.clear();
    // What is open stays as it was.
    assert.ok(text.read().includes('## Response'));
    const error = await failure(showExchange(parts, 1));
    assert.equal(Reflect.get(error, 'reason'), 'noExchange');
  });
});

describe('a body in an exchange', () => {
  const shown = (text: string, isCut = false): string => bodyText({ text, isCut }).join('\n');

  it('is left out where it is none, or no text', () => {
    assert.equal(shown(''), '');
    assert.equal(shown('a\0b'), 'The body isn’t shown because it isn’t text.');
    const picture = Buffer.from([0x89, 0x50, 0xff, 0xfe]).toString('utf8');
    assert.equal(shown(picture), 'The body isn’t shown because it isn’t text.');
  });

  it('says that it is cut, be it within a character', () => {
    const half = Buffer.from('{"a":"ü').subarray(0, -1).toString('utf8');
    const cut = 'Only the start of the body is stored.';
    assert.equal(shown(half, true), `\`\`\`json\n{"a":"\n\`\`\`\n${cut}`);
  });

  it('is unpacked, but not to any size', () => {
    const headers = { 'content-encoding': 'gzip' };
    const packed = gzipSync('{"a":1}');
    assert.equal(
      recordingOf({ responseHeaders: headers, received: [packed] }).responseText,
      '{"a":1}',
    );
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
    const { responseText } = recordingOf({ responseHeaders: headers, received: [bomb] });
    assert.ok(responseText.length < 1024 * 1024, String(responseText.length));
  });
});

describe('JSON on lines of its own', () => {
  it('keeps numbers, escapes and the order of names', () => {
    const text = '{"b":12345678901234567890,"1":{"\\u0041\\"{":[ ],"c":{}},"a":[1,[true,null]]}';
    assert.equal(
      prettyJson(text),
      [
        '{',
        '  "b": 12345678901234567890,',
        '  "1": {',
        '    "\\u0041\\"{": [],',
        '    "c": {}',
        '  },',
        '  "a": [',
        '    1,',
        '    [',
        '      true,',
        '      null',
        '    ]',
        '  ]',
        '}',
      ].join('\n'),
    );
    assert.equal(prettyJson(prettyJson(text) ?? ''), prettyJson(text));
  });

  it('is none where the text is none', () => {
    assert.equal(prettyJson('{"a":'), undefined);
    assert.equal(prettyJson('data: {}'), undefined);
  });

  it('is left as it is where it is deeper than anybody reads', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    assert.ok(prettyJson(nested(100)));
    assert.equal(prettyJson(nested(101)), undefined);
    assert.equal(prettyJson(nested(100_000)), undefined);
  });
});
