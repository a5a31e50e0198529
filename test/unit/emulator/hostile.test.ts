import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { turnsOf } from '../../../src/emulator/interactions/contents';
import { ask, control, errorOf, generate, json, textOf, useEmulator } from './wire';

const path = '/v1beta/models/emulator-flash:generateContent';
const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];

describe('emulator: hostile input', () => {
  const emulator = useEmulator();

  const nested = (open: string, inner: string, close: string, depth: number): string =>
    `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
  const field = (json: string): string =>
    `{"contents":[{"parts":[{"functionResponse":{"name":"f","response":${json}}}]}]}`;
  for (const [what, raw] of [
    ['lists', nested('[', '', ']', 100_000)],
    ['objects in a free field', field(nested('{"a":', '1', '}', 100_000))],
    ['lists in place of a message', `{"contents":[${nested('[', '', ']', 100_000)}]}`],
  ] as const) {
    it(`refuses ${what} that nest too deep`, async () => {
      const answer = await ask(emulator(), path, { raw });
      assert.equal(answer.status, 400, answer.text);
      assert.match(errorOf(answer).message, /Message too deep/);
    });
  }

  for (const [what, raw] of [
    ['unreadable', `{"contents":[${'1,'.repeat(200_000)}1]}`],
    ['empty', `{"contents":[${'{},'.repeat(20_000)}{}]}`],
    ['empty in one message', `{"contents":[{"parts":[${'{},'.repeat(20_000)}{}]}]}`],
    ['unknown', `{${Array.from({ length: 10_000 }, (_unused, index) => `"k${index}":1`).join()}}`],
  ] as const) {
    it(`names the first of very many fields that are ${what}`, async () => {
      const answer = await ask(emulator(), path, { raw });
      assert.equal(answer.status, 400);
      assert.ok(answer.text.length < 100_000, `${answer.text.length} characters`);
    });
  }

  it('joins a turn with one of more texts than a call has arguments', () => {
    const texts = Array.from({ length: 200_000 }, () => ({ type: 'text', text: 'x' }) as const);
    const input = [texts.slice(0, 1), texts].map(
      (content) => ({ type: 'user_input', content }) as const,
    );
    assert.deepEqual(
      turnsOf(input).map(({ parts }) => parts?.length),
      [200_001],
    );
  });

  for (const [what, asked, body] of [
    [
      'a filter that denies itself again and again',
      path,
      {
        contents,
        tools: [
          {
            fileSearch: {
              fileSearchStoreNames: ['fileSearchStores/notes'],
              metadataFilter: `${'NOT '.repeat(50_000)}a=1`,
            },
          },
        ],
      },
    ],
    [
      'a date that is none',
      '/v1beta/cachedContents',
      { model: 'models/emulator-flash', contents, expireTime: '2026-13-45T99:99:99Z' },
    ],
    [
      'an end beyond all dates',
      '/v1beta/cachedContents',
      { model: 'models/emulator-flash', contents, ttl: '99999999999999s' },
    ],
    [
      'a file below very many folders',
      '/v1beta/environments',
      { sources: [{ type: 'inline', content: 'x', target: `${'a/'.repeat(20_000)}x` }] },
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const answer = await ask(emulator(), asked, { body: body as unknown as JsonObject });
      assert.equal(Math.floor(answer.status / 100), 4, answer.text.slice(0, 300));
    });
  }

  const structured = async (responseJsonSchema: JsonObject): Promise<string> => {
    const generationConfig = { responseMimeType: 'application/json', responseJsonSchema };
    return textOf(await generate(emulator(), { contents, generationConfig }));
  };

  for (const format of ['constructor', 'toString', '__proto__']) {
    it(`takes the format "${format}" for an unknown one`, async () => {
      assert.equal(typeof JSON.parse(await structured({ type: 'string', format })), 'string');
    });
  }

  const self = { $ref: '#' };
  for (const [what, schema] of Object.entries({
    'objects without end': {
      type: 'object',
      properties: { a: self, b: self },
    },
    'lists of lists': {
      type: 'array',
      minItems: 1000,
      items: { type: 'array', items: self },
    },
    'an endless merger': { allOf: [self, self] },
  })) {
    it(`answers a schema of ${what}, and others too`, async () => {
      assert.notEqual(await structured(schema), '');
      await json(emulator(), '/v1beta/models');
    });
  }
});

/** What every plain object answers to. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
const UPLOAD = '/upload/v1beta/files';

describe('emulator: names that every object has', () => {
  const emulator = useEmulator();

  for (const name of NAMES) {
    it(`${name} is no protocol of an upload`, async () => {
      const file = { file: { displayName: 'a' } };
      for (const { path = '', headers = {} } of [
        { headers: { 'x-goog-upload-protocol': name } },
        { path: `?upload_protocol=${name}` },
        { path: `?uploadType=${name}` },
        { headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': name } },
        { path: `?upload_id=${name}`, headers: { 'x-goog-upload-command': name } },
      ]) {
        const { status, text } = await ask(emulator(), `${UPLOAD}${path}`, { body: file, headers });
        assert.equal(status, 400, `${path} ${JSON.stringify(headers)}: ${text}`);
      }
    });

    it(`${name} is nothing of the pages and the control API`, async () => {
      const { controlToken } = emulator();
      const headers = { 'x-emulator-control': controlToken };
      const bodies: readonly JsonObject[] = [
        { kind: name },
        { kind: 'status', [name]: 1 },
        { kind: 'status', operation: name },
        { seed: name },
        { [name]: name },
      ];
      for (const path of ['faults', 'seed', 'speed', 'sign-in', 'clock', 'models', 'key', name]) {
        for (const body of bodies) {
          const { status, text } = await ask(emulator(), `/$emulator/${path}`, { body, headers });
          assert.ok(status < 500, `${path} ${JSON.stringify(body)}: ${text}`);
        }
      }
      await control(emulator(), 'DELETE', 'faults');
      for (const path of [
        `/${name}`,
        `/${name}/models`,
        `/v1beta/${name}`,
        `/v1beta/models/emulator-flash:${name}`,
        `/token?${name}=1`,
        `/o/oauth2/v2/auth?response_type=${name}&scope=${name}&prompt=${name}`,
        `/tokeninfo?access_token=${name}`,
        `/$discovery/rest?version=${name}`,
        `/${name}?key=${name}&alt=${name}&callback=${name}`,
      ]) {
        for (const method of ['GET', 'POST', name.toUpperCase().replaceAll('_', 'X')]) {
          const { status, text } = await ask(emulator(), path, { method });
          assert.ok(status < 500, `${method} ${path}: ${text}`);
        }
      }
      const form = { grant_type: name, scope: name, code_challenge_method: name };
      const type = { 'content-type': 'application/x-www-form-urlencoded', origin: name };
      for (const path of ['/token', '/revoke', '/o/oauth2/v2/auth']) {
        const raw = new URLSearchParams(form).toString();
        const { status, text } = await ask(emulator(), path, { raw, headers: type });
        assert.ok(status < 500, `${path}: ${text}`);
      }
    });
  }
});
