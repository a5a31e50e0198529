import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { packChunks } from './chunks.mjs';

/** @typedef {import('./chunks.mjs').Chunk} Chunk */

/**
 * esbuild splits only ES modules, and VS Code loads an extension as CommonJS fastest: so the host is built
 * as split ES modules in memory, which are then turned into CommonJS. Every class keeps one identity, and
 * `import()` becomes a lazy `require`.
 * @param {{ minify: boolean, written: Set<string> }} options `written` is told the paths from the root; without
 *   `minify` every chunk stays a file, with its source map.
 * @returns {esbuild.Plugin}
 */
export function writeAsCommonJs({ minify, written }) {
  return {
    name: 'write-as-commonjs',
    setup(build) {
      const root = build.initialOptions.absWorkingDir ?? process.cwd();
      build.initialOptions.metafile = true;
      build.onEnd(async ({ outputFiles = [], metafile }) => {
        const modules = outputFiles
          .filter((file) => file.path.endsWith('.js'))
          .map((file) => ({
            path: relative(root, file.path).replaceAll('\\', '/'),
            code: file.text,
          }));
        const files =
          minify && metafile !== undefined
            ? await packChunks(modules, metafile)
            : await Promise.all(modules.map(readable));
        for (const { path, code } of files) {
          const target = resolve(root, path);
          await mkdir(dirname(target), { recursive: true });
          await writeFile(target, code);
          written.add(path);
        }
      });
    },
  };
}

/**
 * @param {Chunk} module
 * @returns {Promise<Chunk>}
 */
async function readable({ path, code }) {
  const { code: done } = await esbuild.transform(code, {
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    charset: 'utf8',
    supported: { 'dynamic-import': false },
    sourcefile: basename(path),
    sourcemap: 'inline',
  });
  return { path, code: done };
}
