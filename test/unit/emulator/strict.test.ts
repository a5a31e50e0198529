import assert from 'node:assert/strict';
import { ask, errorOf, useEmulator } from './wire';

const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
const path = '/v1beta/models/emulator-flash:generateContent';

describe('emulator: what it refuses', () => {
  const emulator = useEmulator();
  const refusal = async (body: unknown, at = path): Promise<ReturnType<typeof errorOf>> => {
    const answer = await ask(emulator(), at, { body });
    assert.equal(answer.status, 400, answer.text);
    return errorOf(answer);
  };

  it('lists unknown and wrong fields in one message and one by one', async () => {
    assert.deepEqual(
      await refusal({ contents, nope: 1, generationConfig: { x: 1, topK: 'many' } }),
      {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: [
          'Invalid JSON payload received. Unknown name "nope": Cannot find field.',
          'Invalid JSON payload received. Unknown name "x" at \'generation_config\': Cannot find field.',
          'Invalid value at \'generation_config.top_k\' (TYPE_INT32), "many"',
        ].join('\n'),
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [
              {
                description:
                  'Invalid JSON payload received. Unknown name "nope": Cannot find field.',
              },
              {
                field: 'generation_config',
                description:
                  'Invalid JSON payload received. Unknown name "x" at \'generation_config\': Cannot find field.',
              },
              {
                field: 'generation_config.top_k',
                description: 'Invalid value at \'generation_config.top_k\' (TYPE_INT32), "many"',
              },
            ],
          },
        ],
      },
    );
  });

  it('says in another style, without details, what is missing', async () => {
    const error = await refusal({ contents: [...contents, { role: 'user', parts: [{}] }] });
    assert.equal(
      error.message,
      "* GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data' must have one initialized field\n",
    );
    assert.equal('details' in error, false);
  });

  it('refuses JSON that is none, and shows where', async () => {
    const answer = await ask(emulator(), path, { raw: '{"contents": [oops]}' });
    assert.equal(answer.status, 400);
    assert.match(
      errorOf(answer).message,
      /^Invalid JSON payload received\. Unexpected token\.\n.*oops.*\n +\^$/,
    );
    const root = await ask(emulator(), path, { raw: '[]' });
    assert.match(errorOf(root).message, /Root element must be a message/);
  });

  it('checks ranges, by the model', async () => {
    const config = async (generationConfig: object, model = 'emulator-flash'): Promise<string> =>
      (await refusal({ contents, generationConfig }, `/v1beta/models/${model}:generateContent`))
        .message;
    assert.equal(
      await config({ temperature: 3 }),
      'Unable to submit request because it has a temperature value of 3 but the supported range is ' +
        'from 0 (inclusive) to 2.0001 (exclusive). Update the value and try again.',
    );
    assert.match(await config({ maxOutputTokens: 1025 }, 'emulator-tiny'), /to 1025 \(exclusive\)/);
    assert.match(await config({ candidateCount: 9 }), /candidateCount/);
    assert.equal(
      await config({ candidateCount: 2 }, 'emulator-flash-lite'),
      'Multiple candidates is not enabled for this model',
    );
    assert.match(
      await config({ thinkingConfig: { includeThoughts: true } }),
      /Thinking is not enabled for models\/emulator-flash/,
    );
  });

  it('counts the input against the limit of the model', async () => {
    const text = 'word '.repeat(2000);
    const { message } = await refusal(
      { contents: [{ parts: [{ text }] }] },
      '/v1beta/models/emulator-tiny:generateContent',
    );
    assert.equal(
      message,
      'The input token count (2001) exceeds the maximum number of tokens allowed (1024).',
    );
  });

  it('refuses bodies over 20 MB with the error of the service', async () => {
    const answer = await ask(emulator(), path, { raw: `"${'x'.repeat(20 * 1024 * 1024)}"` });
    assert.equal(answer.status, 400);
    assert.equal(
      errorOf(answer).message,
      'Request payload size exceeds the limit: 20971520 bytes.',
    );
  });
});
