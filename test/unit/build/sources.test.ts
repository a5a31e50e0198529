import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly leanSources: () => esbuild.Plugin;
}

describe('sources in a bundle', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lean-'));
    for (const place of [join('emulator', 'answers'), 'api']) {
      await mkdir(join(folder, place), { recursive: true });
    }
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function bundle(source: string, place = 'emulator/answers/format.ts'): Promise<string> {
    const file = join(folder, place);
    await writeFile(file, source);
    const { href } = pathToFileURL(resolve('test/build/sources.mjs'));
    const { leanSources } = (await import(href)) as Scripts;
    const { outputFiles } = await esbuild.build({
      ...{ entryPoints: [file], bundle: true, write: false, logLevel: 'silent' },
      plugins: [leanSources()],
    });
    return outputFiles[0]?.text ?? '';
  }

  it('have no words of the fields of rules, and everything else', async () => {
    const text = await bundle(
      "text('It isn\\'t read.', check); choice(\n  'Nor is this.',\n  ['read'],\n); wrong('Told.');",
    );
    assert.doesNotMatch(text, /isn|Nor/);
    assert.match(text, /text\("", check\)[^]*\["read"\][^]*wrong\("Told\."\)/);
  });

  it('fail where those words are written in another way', async () => {
    await assert.rejects(bundle('text(`It is read.`);'), /has no words that are left out/);
  });

  it('have what is known of models, without where it was read', async () => {
    const pack = { checked: 'today', sources: ['a page'], models: [{ id: 'm', sources: ['b'] }] };
    const text = await bundle(JSON.stringify(pack), 'api/models.json');
    assert.match(text, /"today"[^]*id: "m"/);
    assert.doesNotMatch(text, /sources|a page/);
  });
});
