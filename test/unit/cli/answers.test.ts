import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EMULATOR, type Ended, ran, spawned } from './program';

const RULES = `{
  "rules": [
    { "when": { "user": "Hi" }, "answer": { "text": "Scripted." } },
    { "name": "in vain", "when": { "user": "Ho" }, "answer": { "text": "Never." } },
  ],
}`;

const PROGRAM = `
  const { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: key } = process.env;
  const ask = (said) => fetch(base + '/v1beta/models/gemini-3.8-flash:generateContent', {
    method: 'POST',
    headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [{ parts: [{ text: said }] }] }),
  }).then(async (response) => [response.status, (await response.json()).candidates?.[0].content.parts[0].text]);
  Promise.all([ask('Hi'), ask('He')]).then((all) => console.log(JSON.stringify(all)));`;

const CITING =
  '{ "rules": [{ "answer": { "text": "a", "citations": [{ "uri": "https://a.example/" }] } }] }\n';

describe('the program: scripted answers', () => {
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'emulator-answers-'));
    mkdirSync(join(folder, '.genlang'));
    writeFileSync(join(folder, '.genlang', 'own.answers.jsonc'), RULES);
    writeFileSync(join(folder, 'wrong.answers.jsonc'), '{ "rules": [\n  { "anser": 1 }\n] }');
    writeFileSync(join(folder, 'named.jsonc'), RULES.replace('Scripted', 'Named'));
    writeFileSync(join(folder, 'strict.jsonc'), '{ "rules": [{ "answer": "fail" }] }');
  });
  after(() => rmSync(folder, { recursive: true }));

  const started = (...args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [EMULATOR, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  type Told = readonly [code: number, written: string, told: string];
  const listed = ({ code, written, told }: Ended): Told => [code, written, told];

  const run = async (...args: readonly string[]): Promise<Told> =>
    listed(await ran(args, { cwd: folder }));

  const execArgs = (...options: readonly string[]): readonly string[] => [
    ...['exec', '--rate', '0', '--latency', '0', ...options, '--', process.execPath, '-e', PROGRAM],
  ];

  /** The command that it runs writes to the output of its process. */
  const exec = async (...options: readonly string[]): Promise<Told> =>
    listed(await spawned(execArgs(...options), { cwd: folder }));

  it('are those of the working directory, and what was never used is told at the end', async () => {
    const [code, written, told] = await exec();
    const [[status, said], [other, own]] = JSON.parse(written) as [
      [number, string],
      [number, string],
    ];
    assert.deepEqual([code, status, said, other], [0, 200, 'Scripted.', 200]);
    assert.match(own, /Emulated answer|built-in emulator/);
    assert.match(told, /^emulator: 2 requests, 1 answered by rules\n/);
    assert.match(told, /\n {2}never used: in vain \(\.genlang\/own\.answers\.jsonc:4\)\n$/);
  });

  it('are those that are named, and what none answers fails where that is asked', async () => {
    const [code, written, told] = await exec(
      '--answers',
      'named.jsonc',
      '--answers',
      'strict.jsonc',
    );
    assert.equal(code, 1, 'a miss fails the command');
    assert.match(told, /^emulator: 2 requests, 1 answered by rules, 1 missed by all rules$/m);
    const [[, said], [status]] = JSON.parse(written) as [[number, string], [number]];
    assert.deepEqual([said, status], ['Named.', 404]);
    assert.match(told, /No rule answers this request\. The nearest is .*user is "He", not "Hi"/);
    assert.match(told, /\n {2}never used: in vain \(named\.jsonc:4\)\n$/);
  });

  it('are refused with line and column where something is wrong', async () => {
    const [code, written, told] = await run(...execArgs('--answers', 'wrong.answers.jsonc'));
    assert.deepEqual([code, written], [2, '']);
    assert.match(
      told,
      /wrong\.answers\.jsonc:2:5: There is no field “anser” here\. Did you mean “answer”\?/,
    );
    assert.equal((await run(...execArgs('--answers', 'none')))[0], 2);
  });

  it('are read of regular files only: a pipe would be waited for without an end', async () => {
    const pipes = join(folder, 'pipes');
    mkdirSync(pipes);
    execFileSync('mkfifo', [join(pipes, 'own.answers.jsonc')]);
    const [code, written, told] = await exec('--answers', pipes);
    assert.deepEqual([code, written], [2, '']);
    assert.match(told, /own\.answers\.jsonc:1:1: .* is a folder, a pipe, a socket or a device/);
  });

  it('are checked without an emulator', async () => {
    assert.deepEqual(await run('validate', '.genlang', 'named.jsonc'), [
      0,
      '4 rules in 2 files\n',
      '',
    ]);
    writeFileSync(join(folder, 'sources.jsonc'), CITING);
    const [, noted] = await run('validate', 'sources.jsonc');
    assert.match(noted, /^sources\.jsonc:1: Left out in live sessions: citations\.$/m);
    const ofOne = '{ "when": { "operation": "models.generateContent" }, "answer"';
    writeFileSync(join(folder, 'sources.jsonc'), CITING.replace('{ "answer"', ofOne));
    const [, least] = await run('validate', 'sources.jsonc');
    const chats = 'sources.jsonc:1: Left out in chats of OpenAI’s API: citations.\n';
    assert.equal(least, `${chats}1 rule in 1 file\n`);
    const [code, written, told] = await run('validate', 'named.jsonc', 'wrong.answers.jsonc');
    assert.deepEqual([code, written], [2, '']);
    assert.match(told, /^wrong\.answers\.jsonc:2:5: There is no field “anser”/);
    mkdirSync(join(folder, 'empty'), { recursive: true });
    for (const args of [
      ['validate'],
      ['validate', '--all'],
      ['validate', 'none'],
      ['validate', '.genlang', 'empty'],
    ]) {
      assert.equal((await run(...args))[0], 2, args.join(' '));
    }
  });

  it('are read again when their file changes, and a wrong one changes nothing', async () => {
    const file = join(folder, 'live.answers.jsonc');
    writeFileSync(file, RULES);
    const child = started('start', '--answers', file);
    assert.ok(child.stdout && child.stderr);
    const lines = createInterface({ input: child.stderr });
    await once(child.stdout, 'data');
    writeFileSync(file, RULES.replace('Scripted', 'Changed'));
    assert.deepEqual(await once(lines, 'line'), ['emulator: 2 rules read again.']);
    writeFileSync(file, '{ "rules": {} }');
    const [line] = (await once(lines, 'line')) as [string];
    assert.match(line, /live\.answers\.jsonc:1:12: This must be a list, and is an object\./);
    child.kill('SIGTERM');
    await once(child, 'close');
  });
});
