import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRules } from '../../../src/emulator/answers/read';
import { EXAMPLE, newAnswersFile } from '../../../src/recordings/host/newAnswersFile';
import { FakePrompts } from '../../fakes/prompts';

describe('a new file of answers', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'new-answers-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const made = async (prompts: FakePrompts): Promise<string | undefined> =>
    await newAnswersFile({ prompts }, folder);

  it('has an example that can be read as it stands', async () => {
    const prompts = new FakePrompts('weather');
    const path = await made(prompts);
    assert.equal(path, join(folder, '.genlang', 'weather.mocks.jsonc'));
    assert.equal(prompts.asked[0]?.value, 'main.mocks.jsonc');
    const text = readFileSync(path, 'utf8');
    assert.equal(text, EXAMPLE);
    const { rules, problems } = readRules(text, {
      file: 'weather.mocks.jsonc',
      folder,
      faultProblem: () => undefined,
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rules.map(({ rule }) => rule.name),
      ['weather', 'function call', 'error'],
    );
  });

  it('takes the place of no other file, also of one that comes while its name is typed', async () => {
    const there = join(folder, '.genlang', 'main.mocks.jsonc');
    mkdirSync(join(folder, '.genlang'));
    writeFileSync(there, '{}');
    const prompts = new FakePrompts('main');
    await assert.rejects(made(prompts), { reason: 'taken' });
    assert.equal(prompts.asked[0]?.value, '');
    assert.deepEqual(prompts.problems, ['A file with this name already exists.']);
    const late = new FakePrompts('other');
    const input = late.input.bind(late);
    late.input = async (options) => {
      writeFileSync(join(folder, '.genlang', 'other.mocks.jsonc'), '{}');
      return await input(options);
    };
    await assert.rejects(made(late), { reason: 'taken' });
    assert.deepEqual(
      readdirSync(join(folder, '.genlang')).map((name) =>
        readFileSync(join(folder, '.genlang', name), 'utf8'),
      ),
      ['{}', '{}'],
    );
  });

  it('is not written through a link', async function () {
    if (process.platform === 'win32') this.skip();
    const outside = mkdtempSync(join(tmpdir(), 'new-answers-outside-'));
    symlinkSync(outside, join(folder, '.genlang'));
    await assert.rejects(made(new FakePrompts('weather')), { reason: 'badPlace' });
    assert.deepEqual(readdirSync(outside), []);
    rmSync(outside, { recursive: true });
  });
});
