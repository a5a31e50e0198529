import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
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
import { basename, join, posix, resolve, win32 } from 'node:path';
import { fileSource } from '../../../src/api/upload/fileSource';
import { pathInside } from '../../../src/platform/pathInside';
import {
  openPlainFile,
  readPlainFile,
  readPlainFileSync,
  realPathInside,
  requirePlainFile,
  resolveTarget,
  safeEntryName,
  safeFileName,
  writeBelow,
} from '../../../src/platform/safeFiles';
import { failure } from '../api/harness';
import { folderForAll } from '../../fakes/folder';

describe('plain files', () => {
  const folder = folderForAll();
  before(async () => {
    await writeFile(join(folder(), 'text'), 'abc');
    await symlink('text', join(folder(), 'link'));
    execFileSync('mkfifo', [join(folder(), 'pipe')]);
    await symlink('pipe', join(folder(), 'linked-pipe'));
  });

  async function read(name: string): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const piece of readPlainFile(join(folder(), name))) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }

  it('are read, also through a link', async () => {
    assert.equal(await read('text'), 'abc');
    assert.equal(await read('link'), 'abc');
    assert.equal(readPlainFileSync(join(folder(), 'link')).toString(), 'abc');
  });

  it('stop being read when that is cancelled', async () => {
    const pieces = readPlainFile(join(folder(), 'text'), AbortSignal.abort());
    assert.equal((await failure(pieces.next())).name, 'AbortError');
  });

  // More than Node has threads for files: one that waited would leave the last none.
  for (const name of ['pipe', 'linked-pipe', '/dev/zero', '/dev/tty', '.']) {
    it(`are told from ${name}, at once`, async () => {
      const path = name.startsWith('/') ? name : join(folder(), name);
      const tries = [1, 2, 3].flatMap(() => [openPlainFile(path), requirePlainFile(path)]);
      for (const tried of tries) assert.equal((await failure(tried)).reason, 'notAFile');
      assert.throws(() => readPlainFileSync(path), { reason: 'notAFile' });
      assert.equal((await failure(fileSource(path))).reason, 'notReadable');
    });
  }
});

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
    const below = (path: string): string | undefined => realPathInside(folder, join(home, path));
    assert.equal(below('work/inside'), 'inside');
    assert.equal(below('work/prompts/near'), 'inside');
    assert.equal(below('work/prompts/not there'), 'prompts/not there');
    assert.equal(below('work/..hidden'), '..hidden');
    assert.equal(below('work/prompts/far'), undefined);
    assert.equal(below('outside'), undefined);
    assert.equal(below('work'), undefined);
    assert.equal(below('working'), undefined);
    assert.equal(
      realPathInside(join(home, 'other name of work'), join(folder, 'inside')),
      'inside',
    );
  });

  it('are written below their folder only, and through no link', async () => {
    await link('outside', 'work/file link');
    await link('nowhere', 'work/dead link');
    await mkdir(join(home, 'away'));
    await link('away', 'work/folder link');
    const place = (path: string) => resolveTarget(folder, join(home, path));
    assert.deepEqual(place('work/new'), { path: join(folder, 'new') });
    assert.deepEqual(place('work/prompts/new'), { path: join(folder, 'prompts', 'new') });
    assert.deepEqual(place('work/inside'), { path: join(folder, 'inside') });
    assert.deepEqual(place('work/file link'), { wrong: 'link' });
    assert.deepEqual(place('work/dead link'), { wrong: 'link' });
    assert.deepEqual(place('work/folder link/new'), { wrong: 'outside' });
    assert.deepEqual(place('outside'), { wrong: 'outside' });
    assert.deepEqual(place('work/prompts'), { wrong: 'other' });
  });

  it('are written whole, with their folders, and what lies behind a link stays as it is', async () => {
    await link('outside', 'work/file link');
    await mkdir(join(home, 'away'));
    await link('away', 'work/folder link');
    const write = (path: string) => writeBelow(folder, join(folder, path), 'new');
    assert.equal(write('inside'), undefined);
    assert.equal(write('a/b/new'), undefined);
    assert.equal(write('file link'), 'link');
    assert.equal(write('folder link/new'), 'outside');
    assert.equal(write('../outside'), 'outside');
    assert.equal(write('prompts'), 'other');
    assert.equal(await readFile(join(folder, 'inside'), 'utf8'), 'new');
    assert.equal(await readFile(join(folder, 'a/b/new'), 'utf8'), 'new');
    assert.equal(await readFile(join(home, 'outside'), 'utf8'), 'mine');
    assert.deepEqual(await readdir(join(home, 'away')), []);
    const names = ['a', 'file link', 'folder link', 'inside', 'prompts'];
    assert.deepEqual(await readdir(folder), names);
  });
});

const hostile: readonly (readonly [name: string, safe: string])[] = [
  ['../../.bashrc', 'bashrc.jsonl'],
  ['/etc/passwd', 'etc-passwd.jsonl'],
  ['con', '_con.jsonl'],
  ['', 'corpus.jsonl'],
  ['gnp.\u202etxt', 'gnp.-txt.jsonl'],
  ['Vögel der Küste', 'Vögel der Küste.jsonl'],
  ['🙂'.repeat(300), `${'🙂'.repeat(60)}.jsonl`],
];

describe('a safe file name', () => {
  for (const [name, safe] of hostile) {
    it(`is made of ${JSON.stringify(name.slice(0, 30))}`, () => {
      assert.equal(safeFileName(name, '.jsonl', 'corpus'), safe);
    });
  }

  it('stays in its folder and within what file systems take', () => {
    for (const name of [...hostile.map(([one]) => one), 'x'.repeat(300)]) {
      const safe = safeFileName(name, '.jsonl', 'corpus');
      assert.equal(posix.basename(safe), safe);
      assert.equal(win32.basename(safe), safe);
      assert.equal(basename(safe), safe);
      assert.ok(Buffer.byteLength(safe) <= 255, safe);
    }
  });
});

describe('a name of an archive that becomes a file', () => {
  for (const name of ['notes.txt', '.gitignore', 'Vögel', '👩‍🔬.png']) {
    it(`stays as it is: ${name}`, () => {
      assert.equal(safeEntryName(name), name);
    });
  }

  for (const [name, safe] of [
    ['invoice\u202etxt.exe', 'invoice-txt.exe'],
    ['nul', '_nul'],
    ['com¹', '_com¹'],
    ['conout$', '_conout$'],
  ] as const) {
    it(`is another one: ${JSON.stringify(name)}`, () => {
      assert.equal(safeEntryName(name), safe);
    });
  }
});

describe('the path from a folder to what lies in it', () => {
  it('is there for the folder itself and all below it', () => {
    assert.equal(pathInside('/app', '/app/tests/recordings', posix), 'tests/recordings');
    assert.equal(pathInside('/app', '/app', posix), '');
    assert.equal(pathInside('/app', '/app/..hidden', posix), '..hidden');
    assert.equal(pathInside('C:\\app', 'c:\\APP\\tests', win32), 'tests');
    assert.equal(pathInside(resolve('app'), resolve('app/a/b')), join('a', 'b'));
  });

  it('is not for what lies above or beside it, or on another drive', () => {
    for (const path of ['/', '/lib', '/application']) {
      assert.equal(pathInside('/app', path, posix), undefined, path);
    }
    for (const path of ['C:\\', 'C:\\lib', 'D:\\app', 'D:\\', '\\\\server\\share\\app']) {
      assert.equal(pathInside('C:\\app', path, win32), undefined, path);
    }
  });
});
