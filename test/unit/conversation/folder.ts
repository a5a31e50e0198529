import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives each test of the suite an empty folder of its own, and takes it away afterwards. */
export function temporaryFolder(): () => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conversations-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  return () => folder;
}
