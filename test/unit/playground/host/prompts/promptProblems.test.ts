import assert from 'node:assert/strict';
import { promptProblems } from '../../../../../src/playground/host/prompts/promptProblems';
import { FakePromptFiles } from './fakePromptFiles';

const URI = 'file:///folder/kite.prompt.json';

describe('what is marked in a prompt file while it is written', () => {
  let files: FakePromptFiles;

  beforeEach(() => {
    files = new FakePromptFiles();
    files.contents.set('/folder/kite.png', 'png');
  });

  async function marked(prompt: unknown): Promise<readonly (readonly [string, string])[]> {
    const text = typeof prompt === 'string' ? prompt : JSON.stringify(prompt);
    const problems = await promptProblems(text, URI, { files });
    return problems.map(
      ({ offset, length, message }) => [text.slice(offset, offset + length), message] as const,
    );
  }

  it('are attachments that are not there, or outside', async () => {
    const attachments = [{ path: './kite.png' }, { path: './gull.png' }, { path: '../x' }];
    assert.deepEqual(await marked({ messages: [{ role: 'user' }, { attachments }] }), [
      ['"path":"./gull.png"', 'Couldn’t read “./gull.png”: It is not there'],
      ['"path":"../x"', '“../x” is outside the workspace.'],
    ]);
  });

  it('are unknown keywords of the schema of an answer, with the one that was meant', async () => {
    const responseSchema = {
      type: 'OBJECT',
      requird: ['a'],
      property_ordering: ['a'],
      properties: { requird: { type: 'ARRAY', items: { typ: 'STRING', colour: 1 } } },
    };
    const generationConfig = { responseSchema };
    assert.deepEqual(await marked({ settings: { requests: { chat: { generationConfig } } } }), [
      ['"requird":["a"]', '“requird” isn’t a schema keyword. Did you mean “required”?'],
      ['"typ":"STRING"', '“typ” isn’t a schema keyword. Did you mean “type”?'],
      ['"colour":1', '“colour” isn’t a schema keyword.'],
    ]);
  });

  it('are schemas that the service refuses, where no keyword is misspelled', async () => {
    const responseSchema = { type: 'object', properties: { a: { type: 'array' } } };
    const generationConfig = { responseSchema };
    assert.deepEqual(await marked({ settings: { requests: { chat: { generationConfig } } } }), [
      ['"a":{"type":"array"}', 'The API rejects properties[a].items: missing field.'],
    ]);
  });

  it('are those of functions too, each by the kind of its schema', async () => {
    const schema = { type: 'object', patternProperties: { x: { minimun: 1 } } };
    const one = { name: 'f', parameters: schema, parametersJsonSchema: schema };
    const tools = [{ codeExecution: {} }, { functionDeclarations: [one] }];
    assert.deepEqual(
      (await marked({ settings: { requests: { chat: { tools } } } })).map(([, message]) => message),
      [
        '“patternProperties” isn’t a schema keyword.',
        '“minimun” isn’t a schema keyword. Did you mean “minimum”?',
        '“minimun” isn’t a schema keyword. Did you mean “minimum”?',
      ],
    );
  });

  it('is nothing in what is no prompt yet', async () => {
    for (const text of [
      '',
      '{',
      '7',
      '{"messages":7,"settings":{"requests":[]}}',
      '{"messages":[7]}',
    ]) {
      assert.deepEqual(await marked(text), [], text);
    }
  });
});
