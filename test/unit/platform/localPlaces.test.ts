import assert from 'node:assert/strict';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathBelow, plainPlace, replaceFile } from '../../../src/platform/safeFiles';

describe('places of files on this machine', () => {
  let home: string;
  let folder: string;

  beforeEach(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'places-')));
    folder = join(home, 'work');
    await mkdir(join(folder, 'prompts'), { recursive: true });
    await writeFile(join(home, 'outside'), 'mine');
    await writeFile(join(folder, 'inside'), 'ours');
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const link = (to: string, from: string): Promise<void> =>
    symlink(join(home, to), join(home, from));

  it('are told as they are below a folder, with links followed', async () => {
    await link('work/inside', 'work/prompts/near');
    await link('outside', 'work/prompts/far');
    await link('work', 'other name of work');
    const below = (path: string): Promise<string | undefined> =>
      pathBelow(folder, join(home, path));
    assert.equal(await below('work/inside'), 'inside');
    assert.equal(await below('work/prompts/near'), 'inside');
    assert.equal(await below('work/prompts/not there'), 'prompts/not there');
    assert.equal(await below('work/..hidden'), '..hidden');
    assert.equal(await below('work/prompts/far'), undefined);
    assert.equal(await below('outside'), undefined);
    assert.equal(await below('work'), undefined);
    assert.equal(await below('working'), undefined);
    assert.equal(
      await pathBelow(join(home, 'other name of work'), join(folder, 'inside')),
      'inside',
    );
  });

  it('are written below their folder only, and through no link', async () => {
    await link('outside', 'work/file link');
    await link('nowhere', 'work/dead link');
    await mkdir(join(home, 'away'));
    await link('away', 'work/folder link');
    const place = (path: string) => plainPlace(folder, join(home, path));
    assert.deepEqual(await place('work/new'), { path: join(folder, 'new') });
    assert.deepEqual(await place('work/prompts/new'), { path: join(folder, 'prompts', 'new') });
    assert.deepEqual(await place('work/inside'), { path: join(folder, 'inside') });
    assert.deepEqual(await place('work/file link'), { wrong: 'link' });
    assert.deepEqual(await place('work/dead link'), { wrong: 'link' });
    assert.deepEqual(await place('work/folder link/new'), { wrong: 'outside' });
    assert.deepEqual(await place('outside'), { wrong: 'outside' });
    assert.deepEqual(await place('work/prompts'), { wrong: 'other' });
  });

  it('are replaced whole, and a link in their place without what it leads to', async () => {
    await link('outside', 'work/late link');
    await replaceFile(join(folder, 'late link'), 'new');
    assert.equal(await readFile(join(home, 'outside'), 'utf8'), 'mine');
    assert.equal(await readFile(join(folder, 'late link'), 'utf8'), 'new');
    await assert.rejects(replaceFile(join(folder, 'prompts'), 'new'));
    assert.deepEqual(await readdir(folder), ['inside', 'late link', 'prompts']);
  });
});
