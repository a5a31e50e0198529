import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, execRan, ran } from './program';
import { folderForAll } from '../../fakes/folder';

const RULES = `{
  "mocks": [
    { "when": { "user": "Hi" }, "response": { "text": "Scripted." } },
    { "name": "in vain", "when": { "user": "Ho" }, "response": { "text": "Never." } },
  ],
}`;

/** A command that asks a model two things, and notes the statuses and texts that come. */
const asking =
  (answers: (readonly [status: number, text: string])[]): Command =>
  async ({ GOOGLE_GEMINI_BASE_URL: base = '', GEMINI_API_KEY: key = '' }) => {
    for (const said of ['Hi', 'He']) {
      const response = await fetch(`${base}/v1beta/models/gemini-3.8-flash:generateContent`, {
        method: 'POST',
        headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ contents: [{ parts: [{ text: said }] }] }),
      });
      answers.push([response.status, await response.text()]);
    }
    return undefined;
  };

const CITING =
  '{ "mocks": [{ "response": { "text": "a", "citations": [{ "uri": "https://a.example/" }] } }] }\n';

describe('the program: scripted answers', () => {
  const folder = folderForAll();

  before(async () => {
    mkdirSync(join(folder(), '.genlang'));
    writeFileSync(join(folder(), '.genlang', 'own.mocks.jsonc'), RULES);
    writeFileSync(join(folder(), 'wrong.mocks.jsonc'), '{ "mocks": [\n  { "anser": 1 }\n] }');
    writeFileSync(join(folder(), 'named.jsonc'), RULES.replace('Scripted', 'Named'));
    writeFileSync(join(folder(), 'strict.jsonc'), '{ "mocks": [{ "response": "fail" }] }');
  });

  const run = async (
    ...args: readonly string[]
  ): Promise<readonly [code: number, written: string, told: string]> => {
    const { code, written, told } = await ran(args, { cwd: folder() });
    return [code, written, told];
  };

  async function exec(...options: readonly string[]) {
    const answers: (readonly [status: number, text: string])[] = [];
    const place = { cwd: folder() };
    const ended = await execRan(
      ['--rate', '0', '--latency', '0', ...options],
      asking(answers),
      place,
    );
    return { ...ended, answers };
  }

  it('are those of the working directory, and what was never used is told at the end', async () => {
    const { code, told, answers } = await exec();
    assert.deepEqual([code, answers.map(([status]) => status)], [0, [200, 200]]);
    assert.match(answers[0]?.[1] ?? '', /Scripted\./);
    assert.match(answers[1]?.[1] ?? '', /Emulated response|built-in emulator/);
    assert.match(told, /^emulator: 2 requests, 1 from mocks\n/);
    assert.match(told, /\n {2}never used: in vain \(\.genlang\/own\.mocks\.jsonc:4\)\n$/);
  });

  it('are those that are named, and what none answers fails where that is asked', async () => {
    const named = ['--mocks', 'named.jsonc', '--mocks', 'strict.jsonc'];
    const { code, told, answers } = await exec(...named);
    assert.equal(code, 1, 'a miss fails the command');
    assert.match(told, /^emulator: 2 requests, 1 from mocks, 1 unmatched$/m);
    assert.match(answers[0]?.[1] ?? '', /Named\./);
    assert.equal(answers[1]?.[0], 404);
    assert.match(told, /The closest is named\.jsonc:3: user is "He", not "Hi"\./);
    assert.match(told, /\n {2}never used: in vain \(named\.jsonc:4\)\n$/);
  });

  it('are refused with line and column where something is wrong', async () => {
    const { code, told, answers } = await exec('--mocks', 'wrong.mocks.jsonc');
    assert.deepEqual([code, answers], [2, []]);
    assert.match(told, /wrong\.mocks\.jsonc:2:5: Unknown field “anser”\. Valid fields: name/);
    assert.equal((await exec('--mocks', 'none')).code, 2);
  });

  it('are checked without an emulator', async () => {
    assert.deepEqual(await run('validate', '.genlang', 'named.jsonc'), [
      0,
      '4 mocks in 2 files\n',
      '',
    ]);
    writeFileSync(join(folder(), 'sources.jsonc'), CITING);
    const [, noted] = await run('validate', 'sources.jsonc');
    assert.match(noted, /sources\.jsonc:1: Not supported in live sessions: citations\./m);
    const [code, written, told] = await run('validate', 'named.jsonc', 'wrong.mocks.jsonc');
    assert.deepEqual([code, written], [2, '']);
    assert.match(told, /^wrong\.mocks\.jsonc:2:5: Unknown field “anser”/);
    for (const args of [['validate'], ['validate', 'none']]) {
      assert.equal((await run(...args))[0], 2, args.join(' '));
    }
  });
});
