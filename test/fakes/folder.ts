import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives each test of the suite an empty folder of its own, and takes it away afterwards. */
export function folderForEach(): () => string {
  return folderBetween(beforeEach, afterEach);
}

/** The same, of one folder for all tests of the suite. */
export function folderForAll(): () => string {
  return folderBetween(before, after);
}

function folderBetween(
  begin: (hook: () => Promise<void>) => void,
  end: (hook: () => Promise<void>) => void,
): () => string {
  let folder = '';
  begin(async () => {
    folder = await mkdtemp(join(tmpdir(), 'genlang-test-'));
  });
  end(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}
