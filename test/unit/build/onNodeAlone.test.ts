import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly onNodeAlone: (entry: string) => esbuild.Plugin;
}

describe('a program that is built together with the extension', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alone-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Builds both as the product is built, with the module that they share. */
  async function build(shared: string) {
    const files = {
      'program.ts': `import { shared } from './shared';\nconsole.log(shared);`,
      'extension.ts': `import * as vscode from 'vscode';\nimport { shared } from './shared';
        import { helper } from 'helper';\nconsole.log(vscode.version, helper, shared);`,
      'shared.ts': `import { tmpdir } from 'node:os';\n${shared}\nexport const shared = tmpdir();`,
      'deep.ts': `import 'vscode';`,
      'node_modules/helper/index.js': `exports.helper = 1;`,
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { href } = pathToFileURL(resolve('test/harness/onNodeAlone.mjs'));
    const { onNodeAlone } = (await import(href)) as Scripts;
    await esbuild.build({
      ...{ absWorkingDir: folder, entryPoints: ['program.ts', 'extension.ts'], outdir: 'out' },
      ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', logLevel: 'silent' },
      external: ['vscode'],
      plugins: [onNodeAlone('program.ts')],
    });
  }

  it('is built where it needs nothing but Node, whatever the extension needs', async () => {
    await build('');
  });

  for (const [what, line, tells] of [
    ['VS Code', `import './deep';`, /deep\.ts imports vscode/],
    ['VS Code later', `export const later = () => import('./deep');`, /deep\.ts imports vscode/],
    ['a package', `import 'helper';`, /shared\.ts imports node_modules\/helper/],
  ] as const) {
    it(`is not built where it needs ${what}, however far away`, async () => {
      await assert.rejects(build(line), tells);
    });
  }
});
