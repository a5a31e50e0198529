import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACK_DATE } from '../../../src/api/modelPack';
import { ran } from './program';
import { folderForAll } from '../../fakes/folder';

const OLD = 'x = "gemini-1.5-flash"\n';
const FILES = {
  '.git/config': OLD,
  '.gitignore': 'private/\n*.tmp.py\n!keep.tmp.py\n',
  'src/.gitignore': '/local.py\n',
  'src/app.py': `\n${OLD}`,
  'src/local.py': OLD,
  'src/deep/local.py': OLD,
  'private/app.py': OLD,
  'one.tmp.py': OLD,
  'keep.tmp.py': OLD,
  'node_modules/x/index.py': OLD,
  'uv.lock': OLD,
  'binary.py': `\0${OLD}`,
  'large.py': OLD + ' '.repeat(1024 * 1024),
  'README.md': OLD,
  'fine/app.py': 'x = "gemini-3.8-flash"\n',
  'far/app.py': 'x = "gemini-embedding-001"\n',
};

describe('check', () => {
  const cwd = folderForAll();
  before(() => {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(cwd(), path)), { recursive: true });
      writeFileSync(join(cwd(), path), text);
    }
    symlinkSync(join(cwd(), 'src'), join(cwd(), 'linked'));
  });

  const check = (...args: readonly string[]) => ran(['check', ...args], { cwd: cwd() });

  it('lists the findings of all files that Git doesn’t ignore, and fails', async () => {
    const { code, written, told } = await check();
    assert.deepEqual(
      written.split('\n').map((line) => line.split('  ').slice(0, 2).join(' ')),
      ['keep.tmp.py:1:6', 'src/app.py:2:6', 'src/deep/local.py:1:6']
        .map((place) => `${place} gemini-1.5-flash`)
        .concat(''),
    );
    assert.match(told, new RegExp(`^3 findings, .* Model data as of ${PACK_DATE}\\.\\n$`));
    assert.equal(code, 1);
  });

  it('passes without findings, and fails for models that end within a time', async () => {
    assert.equal((await check('fine')).code, 0);
    assert.deepEqual(await check('far'), {
      ...(await check('fine')),
      told: (await check('far')).told,
    });
    const { code, written } = await check('far', '--within', '2000d');
    assert.equal(code, 1);
    assert.match(
      written,
      /^far\/app\.py:1:6 {2}gemini-embedding-001 {2}.* shuts down on 2028-05-14/,
    );
  });

  it('writes JSON and SARIF', async () => {
    const json = JSON.parse((await check('src', '--format', 'json')).written);
    assert.equal(json.findings.length, 2);
    assert.equal(json.models[0].id, 'gemini-1.5-flash');
    const { runs } = JSON.parse((await check('--format', 'sarif')).written);
    assert.equal(runs[0].results.length, 3);
  });

  it('refuses wrong input', async () => {
    for (const args of [['nowhere'], ['--within', 'soon'], ['--format', 'xml']]) {
      const { code, written } = await check(...args);
      assert.deepEqual([code, written], [2, ''], args.join(' '));
    }
  });
});
