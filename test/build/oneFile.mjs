import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, posix, relative, resolve } from 'node:path';
import * as esbuild from 'esbuild';

/** Modules of Node.js that take it long to load, and of which a start needs nothing. */
export const LATE = ['fs/promises', 'https', 'tls'];

/**
 * Writes a program with `import()` as one CommonJS file. For that, esbuild wraps every module in a function of its own,
 * 600 in the emulator, and lets all that they declare stand outside. Here it splits first, as ES modules, and joins the
 * chunks afterwards: a function for each of the 33, which are run when they are first asked for. What is late of Node.js
 * itself is loaded with the first use of any of its names.
 * @param {{ written: Set<string> }} options `written` is told the path from the root.
 * @returns {esbuild.Plugin} For a build with `splitting` and without `write`.
 */
export function writeAsOneFile({ written }) {
  return {
    name: 'write-as-one-file',
    setup(build) {
      const { initialOptions: options } = build;
      const root = options.absWorkingDir ?? process.cwd();
      options.metafile = true;
      build.onEnd(async ({ outputFiles = [], metafile }) => {
        if (metafile === undefined) return;
        const named = (/** @type {string} */ path) => relative(root, path).replaceAll('\\', '/');
        const sources = new Map(outputFiles.map(({ path, text }) => [named(path), text]));
        // What is imported lazily is an entry of its own to esbuild.
        const [source] = Object.values(options.entryPoints ?? {});
        const [entry, output] =
          Object.entries(metafile.outputs).find(([, one]) => one.entryPoint === source) ?? [];
        if (entry === undefined || output === undefined) return;
        const { outputFiles: joined = [] } = await esbuild.build({
          bundle: true,
          write: false,
          format: 'cjs',
          platform: 'node',
          target: options.target,
          charset: options.charset,
          minify: options.minify,
          stdin: { contents: sources.get(entry) ?? '', sourcefile: entry },
          plugins: [fromMemory(entry, sources)],
        });
        const code = joined[0]?.text ?? '';
        await mkdir(dirname(resolve(root, entry)), { recursive: true });
        await writeFile(resolve(root, entry), code);
        written.add(entry);
        const inputs = Object.assign(
          {},
          ...Object.values(metafile.outputs).map((one) => one.inputs),
        );
        metafile.outputs = { [entry]: { ...output, inputs, bytes: code.length } };
      });
    },
  };
}

/**
 * @param {string} entry
 * @param {ReadonlyMap<string, string>} sources
 * @returns {esbuild.Plugin}
 */
function fromMemory(entry, sources) {
  return {
    name: 'from-memory',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, namespace, importer }) => {
        if (namespace !== 'late' && LATE.includes(path.replace(/^node:/, ''))) {
          return { path, namespace: 'late' };
        }
        if (!path.startsWith('.')) return { path, external: true };
        const from = namespace === 'chunk' ? importer : entry;
        return { path: posix.join(posix.dirname(from), path), namespace: 'chunk' };
      });
      build.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
        contents: sources.get(path) ?? '',
        loader: 'js',
      }));
      build.onLoad({ filter: /.*/, namespace: 'late' }, async ({ path }) => {
        const { default: builtIn } = await import(path);
        const getters = Object.keys(builtIn).map(
          (name) => `get ${name}() { return late().${name} }`,
        );
        return {
          contents: `let loaded; const late = () => (loaded ??= require('${path}'));
module.exports = { ${getters.join(', ')} };`,
        };
      });
    },
  };
}
