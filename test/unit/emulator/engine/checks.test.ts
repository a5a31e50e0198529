import assert from 'node:assert/strict';
import { ask, errorOf, useEmulator } from '../wire';

const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
const path = '/v1beta/models/emulator-flash:generateContent';

describe('emulator: what the documents forbid', () => {
  const emulator = useEmulator();
  const refusal = async (body: unknown, at = path): Promise<ReturnType<typeof errorOf>> => {
    const answer = await ask(emulator(), at, { body });
    assert.equal(answer.status, 400, answer.text);
    return errorOf(answer);
  };

  it('refuses sampling and thinking that a model does not have', async () => {
    const lite = '/v1beta/models/emulator-flash-lite:generateContent';
    const topK = await refusal({ contents, generationConfig: { topK: 5 } }, lite);
    assert.equal(topK.message, 'Top-k sampling is not enabled for models/emulator-flash-lite');
    for (const thinkingConfig of [{ thinkingBudget: 5 }, { includeThoughts: false }, {}]) {
      const { message } = await refusal({ contents, generationConfig: { thinkingConfig } });
      assert.equal(message, 'Thinking is not enabled for models/emulator-flash');
    }
    const thinks = {
      contents,
      generationConfig: { thinkingConfig: { thinkingBudget: 5 }, topK: 5 },
    };
    const pro = '/v1beta/models/emulator-pro:generateContent';
    assert.equal((await ask(emulator(), pro, { body: thinks })).status, 200);
  });

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
      [calling({ allowedFunctionNames }), /allowed_function_names: only allowed when/],
      [
        calling({ mode: 'NONE', allowedFunctionNames }),
        /allowed_function_names: only allowed when/,
      ],
      [
        declare({ parameters: schema, parametersJsonSchema: { type: 'object' } }),
        /^\* GenerateContentRequest\.tools\[0\]\.function_declarations\[0\]\.parameters: only one of/,
      ],
      [declare({ response: schema, responseJsonSchema: true }), /\.response: only one of/],
      [search(from), /time_range_filter: start_time and end_time must be set together/],
      [search(until), /time_range_filter: start_time and end_time must be set together/],
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
      calling({ mode: 'VALIDATED', allowedFunctionNames }),
      declare({ parameters: schema }),
      declare({ parametersJsonSchema: { type: 'object' } }),
      search({ startTime: until.endTime, endTime: from.startTime }),
      search({}),
      config({ retrievalConfig: { languageCode: 'pt-BR' } }),
    ];
    for (const body of right) {
      const answer = await ask(emulator(), path, { body: { contents, ...body } });
      assert.equal(answer.status, 200, answer.text);
    }
  });
});
