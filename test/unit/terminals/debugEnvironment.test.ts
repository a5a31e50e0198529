import assert from 'node:assert/strict';
import { type DebugConfiguration, withEnvironment } from '../../../src/terminals/debugRouting';

const added = { GEMINI_API_KEY: 'emulator', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:4000/s/x' };

const noFiles = async (path: string): Promise<string | undefined> =>
  await Promise.reject(new Error(`Nobody may read ${path}.`));

async function led(
  fields: { readonly type: string; readonly [field: string]: unknown },
  files: { readonly [path: string]: string } | undefined = undefined,
  inherited: NodeJS.ProcessEnv = {},
): Promise<DebugConfiguration> {
  const configuration: DebugConfiguration = { request: 'launch', ...fields };
  const read = files ? async (path: string) => await Promise.resolve(files[path]) : noFiles;
  return await withEnvironment(configuration, added, inherited, read);
}

describe('the environment of what is debugged', () => {
  for (const type of ['node', 'debugpy', 'go']) {
    it(`is a map for ${type}, in which the user's own values win`, async () => {
      assert.deepEqual((await led({ type, program: 'main' })).env, added);
      const { env } = await led({ type, env: { GEMINI_API_KEY: 'mine', HOME: '/home/me' } });
      assert.deepEqual(env, { ...added, GEMINI_API_KEY: 'mine', HOME: '/home/me' });
    });
  }

  it('keeps a variable out that the user takes away', async () => {
    const { env } = await led({ type: 'node', env: { GEMINI_API_KEY: null } });
    assert.deepEqual(env, { ...added, GEMINI_API_KEY: null });
  });

  for (const type of ['cppdbg', 'cppvsdbg']) {
    it(`is a list of names and values for ${type}, behind the user's own`, async () => {
      const all = Object.entries(added).map(([name, value]) => ({ name, value }));
      const fresh = await led({ type });
      assert.deepEqual([fresh.environment, fresh.env], [all, undefined]);
      const own = { name: 'GOOGLE_GEMINI_BASE_URL', value: 'http://mine' };
      const { environment } = await led({ type, environment: [own] });
      assert.deepEqual(environment, [own, { name: 'GEMINI_API_KEY', value: 'emulator' }]);
    });
  }

  it('takes nothing for a choice of the user that a debugger has copied from VS Code', async () => {
    const inherited = {
      GEMINI_API_KEY: 'real',
      HOME: '/home/me',
      GOOGLE_GEMINI_BASE_URL: 'http://old',
    };
    // As debugpy and vscode-go merge it.
    const env = { ...inherited, GOOGLE_GEMINI_BASE_URL: 'http://mine' };
    for (const type of ['debugpy', 'go', 'lldb-dap']) {
      const merged = await led({ type, env }, undefined, inherited);
      assert.deepEqual(merged.env, { ...env, GEMINI_API_KEY: 'emulator' });
    }
    const pairs = Object.entries(env).map(([name, value]) => ({ name, value }));
    const { environment } = await led({ type: 'cppdbg', environment: pairs }, undefined, inherited);
    assert.deepEqual(environment, [
      { name: 'HOME', value: '/home/me' },
      { name: 'GOOGLE_GEMINI_BASE_URL', value: 'http://mine' },
      { name: 'GEMINI_API_KEY', value: 'emulator' },
    ]);
    const lines = await led({ type: 'lldb-dap', env: ['GEMINI_API_KEY=real'] }, {}, inherited);
    assert.deepEqual(
      lines.env,
      Object.entries(added).map(([name, value]) => `${name}=${value}`),
    );
  });

  it('lets the values win that the user has in files', async () => {
    const files = { '/w/.env': 'GEMINI_API_KEY="mine"\n# GOOGLE_GEMINI_BASE_URL=no\n' };
    const one = await led({ type: 'node', envFile: '/w/.env' }, files);
    assert.deepEqual(one.env, { GOOGLE_GEMINI_BASE_URL: added.GOOGLE_GEMINI_BASE_URL });
    const several = await led({ type: 'go', envFile: ['/w/.env', '/w/none'] }, files);
    assert.deepEqual(several.env, one.env);
  });

  it('is not touched where a program runs already, or a page is debugged', async () => {
    for (const fields of [
      { type: 'node', request: 'attach' },
      { type: 'cppdbg', request: 'attach' },
      { type: 'chrome' },
      { type: 'msedge' },
    ]) {
      const configuration = { request: 'launch', ...fields };
      assert.equal(await withEnvironment(configuration, added, {}, noFiles), configuration);
    }
  });
});
