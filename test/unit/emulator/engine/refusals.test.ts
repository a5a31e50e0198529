import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { model, user } from '../asking';
import { Batches, inlined } from '../batches/batchRequests';
import { ask, control, errorOf, json, useEmulator } from '../wire';

const NEXT = 'gemini-3.8-flash';
const OLD = 'gemini-2.5-flash-lite';
const FLASH = 'emulator-flash';

/** Long enough to be cached. */
const LONG = user('tide '.repeat(1200));
const SEARCH = { googleSearch: {} };
const LOOK = { name: 'look', parameters: { type: 'OBJECT', properties: {} } };
const LOOKS = { functionDeclarations: [LOOK] };

const declared = (parameters: JsonObject): JsonObject => ({
  tools: [{ functionDeclarations: [{ name: 'look', parameters }] }],
});
const declaredJson = (parametersJsonSchema: JsonObject): JsonObject => ({
  tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema }] }],
});
const answered = (responseSchema: JsonObject): JsonObject => ({
  generationConfig: { responseMimeType: 'application/json', responseSchema },
});
const inline = (mimeType: string): JsonObject => ({
  contents: [{ role: 'user', parts: [{ inlineData: { mimeType, data: 'aGk=' } }] }],
});
const CALL = { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] };
const resultWith = (response: JsonObject, parts: readonly JsonObject[] = []): JsonObject => ({
  role: 'user',
  parts: [{ functionResponse: { name: 'look', response, parts } }],
});
const RESULT = resultWith({ seen: 'a boat' });

describe('emulator: what the service refuses', () => {
  const emulator = useEmulator();

  /** The message of a refusal; empty where it is answered. */
  async function refusal(body: JsonObject, name = FLASH): Promise<string> {
    const path = `/v1beta/models/${name}:generateContent`;
    const answer = await ask(emulator(), path, { body: { contents: [user('Hi')], ...body } });
    if (answer.status === 200) return '';
    assert.equal(answer.status, 400, answer.text);
    assert.equal(errorOf(answer).status, 'INVALID_ARGUMENT');
    return errorOf(answer).message;
  }

  const AT = '* GenerateContentRequest.tools[0].function_declarations[0].parameters';

  it('schemas of functions and answers, with all that is wrong', async () => {
    const schema = {
      type: 'OBJECT',
      properties: {
        tags: { type: 'ARRAY' },
        level: { type: 'INTEGER', enum: ['1'] },
        any: { description: 'Anything' },
        site: { type: 'STRING', format: 'uri' },
      },
      required: ['tags', 'nothing'],
    };
    const bullets = (at: string): string =>
      [
        `${at}.required[1]: property is not defined\n`,
        `${at}.properties[tags].items: missing field.\n`,
        `${at}.properties[level].enum: only allowed for STRING type\n`,
        `${at}.properties[any].type: must be specified when not using one_of, any_of or all_of fields\n`,
        `${at}.properties[site].format: only 'enum' and 'date-time' are supported for STRING type\n`,
      ].join('');
    assert.equal(await refusal(declared(schema)), bullets(AT));
    assert.equal(
      await refusal(answered(schema)),
      bullets('* GenerateContentRequest.generation_config.response_schema'),
    );
    assert.match(await refusal(declared({ $ref: '#/$defs/a' })), /Unknown name "\$ref"/);
    // As JSON Schema it is right.
    const json = { ...schema, properties: { ...schema.properties, level: { enum: [1, 2] } } };
    assert.equal(await refusal(declaredJson(json)), '');
  });

  it('tools that a model does not combine', async () => {
    const both = { tools: [SEARCH, LOOKS] };
    const shown = { toolConfig: { includeServerSideToolInvocations: true } };
    const please =
      'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with ' +
      'Function calling.';
    assert.equal(await refusal(both, NEXT), please);
    assert.equal(await refusal({ ...both, ...shown }, NEXT), '');
    assert.equal(await refusal(both, OLD), please);
    assert.equal(
      await refusal({ ...both, ...shown }, OLD),
      `Tool call context circulation is not enabled for models/${OLD}`,
    );
  });

  it('media types that are none, or that no model reads', async () => {
    for (const mimeType of ['image/jpg', 'png', '', 'image/svg+xml']) {
      assert.equal(await refusal(inline(mimeType)), `Unsupported MIME type: ${mimeType}`);
    }
    assert.equal(await refusal(inline('image/jpeg')), '');
    assert.equal(await refusal(inline('audio/pcm;rate=16000')), '');
    const parts = [{ fileData: { mimeType: 'image/jpg', fileUri: 'https://example.com/a.jpg' } }];
    const linked = { contents: [{ role: 'user', parts }] };
    assert.equal(await refusal(linked), 'Unsupported MIME type: image/jpg');
  });

  it('calls and results out of turn', async () => {
    const calls = /^Please ensure that function call turn comes immediately after a user turn/;
    const results =
      'Please ensure that function response turn comes immediately after a function call turn.';
    const uneven = /^Please ensure that the number of function response parts is equal/;
    const of = (...contents: readonly JsonObject[]): Promise<string> => refusal({ contents });
    assert.match(await of(CALL, RESULT), calls);
    assert.equal(await of(RESULT), results);
    assert.equal(await of(user('Look'), RESULT), results);
    assert.match(await of(user('Look'), CALL, user('Well?')), uneven);
    // Google's own clients keep the pieces of a stream as turns.
    assert.equal(await of(user('Look'), model('Let me see.'), CALL, RESULT), '');
    assert.equal(await of(user('Look'), CALL, RESULT, CALL, RESULT, model('So.'), user('?')), '');
    const sessions = { role: 'function', parts: RESULT.parts };
    assert.equal(await of(user('Look'), CALL, sessions as JsonObject), '');
  });

  it('conversations that end with a model turn’s where it can’t go on from it', async () => {
    const contents = [user('Name three rivers.'), model('The Rhine,')];
    const message = 'Requests ending with a model turn are not supported.';
    for (const name of [NEXT, 'gemini-3.6-flash', 'gemini-3.5-flash-lite']) {
      assert.equal(await refusal({ contents }, name), message, name);
    }
    for (const name of [OLD, 'gemini-3.1-pro-preview', FLASH]) {
      assert.equal(await refusal({ contents }, name), '', name);
    }
    // Such turns can be counted.
    await json(emulator(), `/v1beta/models/${NEXT}:countTokens`, { contents });
  });

  describe('in all that takes such a request', () => {
    it('refuses schemas', async () => {
      const request = { contents: [LONG], ...declared({ type: 'ARRAY' }) };
      const problem = /parameters\.items: missing field\./;
      const models = `/v1beta/models/${FLASH}`;
      const named = { model: `models/${FLASH}`, ...request };
      for (const [path, body] of [
        [`${models}:streamGenerateContent?alt=sse`, request],
        [`${models}:countTokens`, { generateContentRequest: named }],
        ['/v1beta/cachedContents', named],
      ] as const) {
        const answer = await ask(emulator(), path, { body });
        assert.equal(answer.status, 400, answer.text);
        assert.match(errorOf(answer).message, problem);
      }
      const batches = new Batches(emulator);
      const { name } = await batches.inline([{ request }]);
      await control(emulator(), 'POST', 'clock', { advanceSeconds: 60 });
      const [one] = inlined(await batches.get(name));
      assert.match(one?.error?.message ?? '', problem);
    });

    it('refuses them in interactions', async () => {
      const of = async (body: JsonObject): Promise<string> => {
        const answer = await ask(emulator(), '/v1beta/interactions', {
          body: { model: FLASH, input: 'Hi', ...body },
        });
        return answer.status === 200 ? '' : errorOf(answer).message;
      };
      const look = (parameters: JsonObject): JsonObject => ({
        type: 'function',
        name: 'look',
        parameters,
      });
      const object = { type: 'object', properties: {} };
      assert.equal(
        await of({ tools: [look({ $ref: '#/$defs/a' })] }),
        'reference to undefined schema at top-level',
      );
      assert.equal(
        await of({ tools: [look(object), look(object)] }),
        'Duplicate function declaration found: look',
      );
      const both = { tools: [{ type: 'google_search' }, look(object)] };
      assert.equal(await of({ ...both, model: NEXT }), '');
      assert.match(await of({ ...both, model: OLD }), /^Tool call context circulation/);
    });
  });
});

const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
const path = '/v1beta/models/emulator-flash:generateContent';

describe('emulator: what the documents forbid', () => {
  const emulator = useEmulator();
  const refusal = async (body: unknown, at = path): Promise<ReturnType<typeof errorOf>> => {
    const answer = await ask(emulator(), at, { body });
    assert.equal(answer.status, 400, answer.text);
    return errorOf(answer);
  };

  it('refuses settings of tools that exclude each other', async () => {
    const schema = { type: 'OBJECT', properties: { a: { type: 'STRING' } } };
    const declare = (more: object): object => ({
      tools: [{ functionDeclarations: [{ name: 'now', description: 'x', ...more }] }],
    });
    const search = (timeRangeFilter: object): object => ({
      tools: [{ googleSearch: { timeRangeFilter } }],
    });
    const config = (toolConfig: object): object => ({ ...declare({}), toolConfig });
    const calling = (functionCallingConfig: object): object => config({ functionCallingConfig });
    const from = { startTime: '2026-01-02T00:00:00Z' };
    const until = { endTime: '2026-01-01T00:00:00Z' };
    const allowedFunctionNames = ['now'];
    const wrong: readonly (readonly [body: object, problem: RegExp])[] = [
      [
        calling({ mode: 'AUTO', allowedFunctionNames }),
        /allowed_function_names: only allowed when/,
      ],
      [
        declare({ parameters: schema, parametersJsonSchema: { type: 'object' } }),
        /^\* GenerateContentRequest\.tools\[0\]\.function_declarations\[0\]\.parameters: only one of/,
      ],
      [search(from), /time_range_filter: start_time and end_time must be set together/],
      [search({ ...from, ...until }), /time_range_filter: start_time must not be after end_time/],
      [
        config({ retrievalConfig: { languageCode: 'English!' } }),
        /language_code: must be a BCP 47/,
      ],
    ];
    for (const [body, problem] of wrong) {
      const { message, status } = await refusal({ contents, ...body });
      assert.equal(status, 'INVALID_ARGUMENT');
      assert.match(message, problem);
      assert.match(message, /\n$/);
    }
    const right = [
      calling({ mode: 'ANY', allowedFunctionNames }),
      search({ startTime: until.endTime, endTime: from.startTime }),
    ];
    for (const body of right) {
      const answer = await ask(emulator(), path, { body: { contents, ...body } });
      assert.equal(answer.status, 200, answer.text);
    }
  });
});
