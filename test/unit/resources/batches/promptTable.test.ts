import assert from 'node:assert/strict';
import { checkSource } from '../../../../src/resources/batches/batchSource';
import { promptSource } from '../../../../src/resources/batches/promptTable';
import { promptTemplate } from '../../../../src/playground/host/prompts/openPrompt';
import { fakeRoom } from '../../../fakes/room';

const PROMPT = {
  format: 1,
  model: 'models/flash',
  settings: { systemInstruction: 'Be {{tone}}.', temperature: 0 },
  messages: [{ role: 'user', text: 'Explain {{topic}} to {{reader}}.' }],
  variables: { tone: { default: 'kind' }, reader: {} },
};

function template(change: object = {}) {
  const text = JSON.stringify({ ...PROMPT, ...change });
  return promptTemplate(text, 'file:///home/explain.prompt.json');
}

function room(name: string, text: string | Buffer, ...answers: readonly (string | undefined)[]) {
  const made = fakeRoom(() => ({}), ...answers);
  made.localFiles.sources.push({ name, text });
  return made;
}

async function linesOf(
  name: string,
  text: string | Buffer,
  ...answers: readonly (string | undefined)[]
) {
  const made = room(name, text, ...answers);
  const source = await promptSource(made.room, template(), 'v1beta');
  assert.ok(source);
  const lines = [];
  for await (const line of source.read()) lines.push(line);
  return { lines, source, ...made };
}

describe('a prompt file and a table of values', () => {
  const CSV = 'id,Topic,reader\n1,tides,a child\n2,"stars, far away",Ida\n';

  it('become requests: the prompt with the values of each row', async () => {
    const { lines, source } = await linesOf('topics.csv', CSV, 'Use These Columns');
    assert.deepEqual(
      [source.name, source.model, source.kind, source.uri],
      ['explain × topics', 'models/flash', 'generate', 'file:///home/topics.csv'],
    );
    assert.equal(lines.length, 2);
    assert.deepEqual(lines[1], {
      line: 3,
      value: {
        key: '2',
        request: {
          systemInstruction: { parts: [{ text: 'Be kind.' }] },
          contents: [{ role: 'user', parts: [{ text: 'Explain stars, far away to Ida.' }] }],
          generationConfig: { temperature: 0 },
        },
      },
    });
    assert.equal((await checkSource(source, { version: 'v1beta' })).good, 2);
  });

  it('say which column fills what, and go on only when each variable has a value', async () => {
    const { lines, prompts } = await linesOf(
      'topics.jsonl',
      '{"subject":"tides","who":"Ida"}\n{"subject":"stars"}\n',
      '{{topic}}',
      'subject',
      '{{reader}}',
      'who',
      'Key',
      'No Column',
      'Use These Columns',
    );
    assert.ok(!prompts.asked[0]?.choices.includes('Use These Columns'));
    assert.deepEqual(
      lines.map((line) => ('problem' in line ? line : (line.value as { key: string }).key)),
      ['row-1', { line: 2, problem: 'The variable “reader” has no value.' }],
    );
  });

  it('need a place that rows can fill, and a table with rows', async () => {
    const { room: made } = room('t.csv', CSV);
    const fixed = template({ settings: {}, messages: [{ role: 'user', text: 'Hello' }] });
    await assert.rejects(promptSource(made, fixed, 'v1beta'), { reason: 'noVariables' });
    const { room: empty } = room('t.csv', 'topic,reader\n');
    await assert.rejects(promptSource(empty, template(), 'v1beta'), { reason: 'emptySource' });
    const { room: wrong } = room('t.json', '{"topic": 1}');
    await assert.rejects(promptSource(wrong, template(), 'v1beta'), { reason: 'badSource' });
  });

  it('take no prompt of another mode, without a question, or with files', () => {
    const refused = (change: object, reason: string): void =>
      void assert.throws(() => template(change), { reason });
    refused({ mode: 'embed' }, 'wrongMode');
    refused(
      {
        messages: [
          { role: 'user', text: 'a' },
          { role: 'model', text: 'b' },
        ],
      },
      'noMessage',
    );
    const attachments = [{ path: './kite.png' }];
    refused({ messages: [{ role: 'user', text: 'a', attachments }] }, 'hasFiles');
    refused({ model: 'nothing' }, 'badPrompt');
  });
});
