import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packExtension } from '../../harness/package.mjs';
import { readZip } from '../../harness/zip.mjs';

/** @returns {Promise<{ kb: number, files: number }>} What `npm run package` makes of dist. */
export async function measurePackage() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-package-'));
  try {
    const archive = await readFile(await packExtension(join(folder, 'extension.vsix')));
    return { kb: archive.length / 1024, files: readZip(archive).size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
