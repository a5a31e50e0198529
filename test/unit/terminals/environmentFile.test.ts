import assert from 'node:assert/strict';
import type { CommitRisk } from '../../../src/platform/gitStatus';
import { sessionOf } from '../../../src/service/folderSession';
import {
  ENVIRONMENT_FILE,
  offerOtherKeys,
  writeEnvironmentFile,
} from '../../../src/terminals/environmentFile';
import { FakePrompts } from '../../fakes/prompts';

const folder = { uri: 'file:///projects/app', name: 'app' };
const NONE: CommitRisk = { kind: 'none' };
const MAYBE: CommitRisk = { kind: 'maybe', ignoreLine: '/.env.emulator' };

async function write(
  files: Map<string, string>,
  prompts: FakePrompts,
  risk: CommitRisk = NONE,
): Promise<{ readonly isThere: boolean; readonly opened: readonly string[] }> {
  const opened: string[] = [];
  const errors: unknown[] = [];
  const texts = {
    read: async (name: string) => await Promise.resolve(files.get(name)),
    write: async (name: string, text: string) => {
      files.set(name, text);
      await Promise.resolve();
    },
    open: async (name: string) => {
      opened.push(name);
      await Promise.resolve();
    },
    addressOf: (name: string) => `${folder.uri}/${name}`,
  };
  const git = { riskOf: async () => await Promise.resolve(risk) };
  const deps = { texts, git, prompts };
  const environment = { GEMINI_API_KEY: 'emulator', GEMINI_API_BASE: 'http://127.0.0.1:4000' };
  const isThere = await writeEnvironmentFile(deps, folder, environment, (e) => errors.push(e));
  await new Promise(setImmediate);
  assert.deepEqual(errors, []);
  return { isThere, opened };
}

describe('the file of the environment', () => {
  it('is written and opened without a question where there is none', async () => {
    const [files, prompts] = [new Map<string, string>(), new FakePrompts()];
    const { isThere, opened } = await write(files, prompts);
    assert.deepEqual([isThere, opened], [true, [ENVIRONMENT_FILE]]);
    const lines = files.get(ENVIRONMENT_FILE)?.split('\n') ?? [];
    assert.ok(lines.slice(0, 2).every((line) => line.startsWith('# ')));
    assert.deepEqual(lines.slice(2), [
      'GEMINI_API_KEY="emulator"',
      'GEMINI_API_BASE="http://127.0.0.1:4000"',
      '',
    ]);
    assert.deepEqual(prompts.asked, []);
  });

  it('is written again with a key or without one, as what is asked goes on to a service', async () => {
    const base = { GEMINI_API_BASE: `http://127.0.0.1:4000/s/${sessionOf(folder)}` };
    const withKey = { GEMINI_API_KEY: 'emulator', ...base };
    const files = new Map<string, string>();
    const texts = {
      read: async (name: string) => await Promise.resolve(files.get(name)),
      write: async (name: string, text: string) => {
        files.set(name, text);
        await Promise.resolve();
      },
      open: () => Promise.resolve(),
      addressOf: (name: string) => `${folder.uri}/${name}`,
    };
    const prompts = new FakePrompts();
    prompts.pressed.add(`Overwrite ${ENVIRONMENT_FILE}`);
    const offer = () => offerOtherKeys({ texts, prompts }, folder, base);
    await offer();
    files.set(ENVIRONMENT_FILE, 'GEMINI_API_KEY=mine\nGEMINI_API_BASE=http://gateway.example\n');
    await offer();
    assert.equal(prompts.asked.length, 0);
    files.set(ENVIRONMENT_FILE, `GEMINI_API_KEY="emulator"\nX="${base.GEMINI_API_BASE}"\n`);
    await offer();
    assert.match(
      prompts.asked[0]?.text ?? '',
      /” has the emulator’s key, which the live API rejects\./,
    );
    assert.doesNotMatch(files.get(ENVIRONMENT_FILE) ?? '', /API_KEY|The key is no secret/);
    await offer();
    assert.equal(prompts.asked.length, 1);
    await offerOtherKeys({ texts, prompts }, folder, withKey);
    assert.match(
      prompts.asked[1]?.text ?? '',
      /” has no key because it was created for recording\./,
    );
    assert.match(files.get(ENVIRONMENT_FILE) ?? '', /^GEMINI_API_KEY="emulator"$/m);
  });

  it('replaces another text only after a question, and opens the same without one', async () => {
    const files = new Map([[ENVIRONMENT_FILE, 'MINE=1\n']]);
    const no = await write(files, new FakePrompts(undefined));
    assert.deepEqual([no.isThere, no.opened, files.get(ENVIRONMENT_FILE)], [false, [], 'MINE=1\n']);
    const prompts = new FakePrompts('Replace');
    assert.equal((await write(files, prompts)).isThere, true);
    assert.match(prompts.asked[0]?.text ?? '', /^Replace \.env\.emulator in “app”\?/);
    const again = new FakePrompts();
    assert.deepEqual((await write(files, again)).opened, [ENVIRONMENT_FILE]);
    assert.deepEqual(again.asked, []);
  });

  it('is kept out of git where the user agrees', async () => {
    for (const [before, after] of [
      [undefined, '.env.emulator\n'],
      ['node_modules', 'node_modules\n.env.emulator\n'],
      ['.env\n', '.env\n.env.emulator\n'],
    ] as const) {
      const files = new Map(before === undefined ? [] : [['.gitignore', before]]);
      const prompts = new FakePrompts();
      prompts.pressed.add('Add to .gitignore');
      await write(files, prompts, MAYBE);
      assert.equal(files.get('.gitignore'), after);
    }
  });
});
