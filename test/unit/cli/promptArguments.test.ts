import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readPromptArguments } from '../../../src/cli/promptArguments';
import { findPrompts } from '../../../src/testing/nodeFiles';
import { folderForAll } from '../../fakes/folder';

describe('the options of run-prompts', () => {
  it('say which models, tags, reports and budget there are', () => {
    const words = [
      'a.prompt.json',
      '--model',
      'one',
      '--model',
      'tunedModels/two',
      '--filter',
      'x',
    ];
    const { models, tags, budget, parallel, allows, reports } = readPromptArguments([
      ...words,
      '--budget',
      '20000,$0.50',
      '--parallel',
      '9',
      '--allow-code',
      '--junit',
      'j.xml',
    ]);
    assert.deepEqual([models, tags, parallel], [['models/one', 'tunedModels/two'], ['x'], 9]);
    assert.deepEqual(budget, { tokens: 20_000, dollars: 0.5 });
    assert.deepEqual(allows, { attachments: false, tools: false, code: true });
    assert.deepEqual(reports, { junit: 'j.xml' });
  });

  it('need a budget for what may cost money, and none on this machine', () => {
    const asked = (url: string, ...more: readonly string[]): unknown =>
      readPromptArguments(['a.prompt.json', '--base-url', url, ...more]).baseUrl;
    assert.equal(asked('http://127.0.0.1:8080/'), 'http://127.0.0.1:8080');
    for (const budget of ['0.5usd', '0.50']) {
      assert.equal(asked('https://service.test', '--budget', budget), 'https://service.test');
    }
    assert.throws(() => asked('https://service.test'), /can incur charges/);
    assert.throws(() => asked('service'), /must be a URL/);
  });

  it('are refused where they are none', () => {
    const wrong = [
      [[], /No prompt files specified\. Example: run-prompts prompts\/\*\.prompt\.json\./],
      [['a.prompt.json', '--budget', 'much'], /--budget must be/],
      [['a.prompt.json', '--parallel', '0'], /--parallel must be/],
      [['a.prompt.json', '--offline', '--record'], /--offline and --record can’t be combined\./],
      [['a.prompt.json', '--record'], /The live API can incur charges/],
      [['a.prompt.json', '--oh'], /Unknown option '--oh'/],
    ] as const;
    for (const [args, message] of wrong) assert.throws(() => readPromptArguments(args), message);
  });
});

describe('the files of run-prompts', () => {
  const folder = folderForAll();

  it('are found by name, in folders and by patterns, each once', async () => {
    for (const path of ['inner', 'node_modules', '.hidden']) await mkdir(join(folder(), path));
    for (const path of ['a', 'inner/b', 'node_modules/c', '.hidden/d']) {
      await writeFile(join(folder(), `${path}.prompt.json`), '{}');
    }
    await writeFile(join(folder(), 'other.json'), '{}');
    const found = async (...words: readonly string[]): Promise<readonly string[]> =>
      (await findPrompts(words.map((word) => join(folder(), word)))).map((uri) => basename(uri));
    assert.deepEqual(await found('.', 'a.prompt.json'), ['a.prompt.json', 'b.prompt.json']);
    assert.deepEqual(await found('inner/*.json'), ['b.prompt.json']);
    await assert.rejects(found('gone.prompt.json'), { reason: 'badOption' });
    await assert.rejects(found('x*.prompt.json'), { reason: 'badOption' });
  });
});
