import { posix } from 'node:path';
import * as esbuild from 'esbuild';
import ts from 'typescript';

/** @typedef {{ path: string, code: string }} Chunk `path` from the root, with forward slashes. */

/**
 * Chunks that become one file.
 * @typedef {object} Group
 * @property {string} file
 * @property {readonly string[]} chunks
 * @property {boolean} lazily Each chunk runs when it is first required; otherwise all run when the file is loaded.
 */

const ENTRY = 'dist/extension.js';

/** What a call over the network needs as others do, such as the operations and the messages. */
export const CALLS_FILE = 'dist/chunks/calls.js';

/** What only a call over the network needs. */
export const NETWORK_FILE = 'dist/chunks/network.js';

/** What only a sign-in with an account needs. */
export const SIGN_IN_FILE = 'dist/chunks/signIn.js';

/** What only the import of a file of Dotprompt needs. */
export const YAML_FILE = 'dist/chunks/yaml.js';

/** What the first call over the network imports. */
const NETWORK = [
  'src/api/client.ts',
  'src/api/undiciSenders.ts',
  'src/api/undici/dispatcher.ts',
  'src/auth/connectionCredentials.ts',
];

/** Of the package that signs in. */
const SIGN_IN = 'node_modules/google-auth-library/';

/** The package that reads YAML. */
const YAML = 'node_modules/yaml/';

/** @type {esbuild.BuildOptions} */
const FORM = {
  format: 'cjs',
  // Not `node`, for which esbuild lists all exports once more at the end, for importers that are ES modules.
  platform: 'neutral',
  target: 'node22',
  minify: true,
  supported: { 'dynamic-import': false },
};

/**
 * esbuild makes a chunk for every set of users, some two hundred, most of them tiny. Here they become a handful of
 * files: the entry as one is required in 5 ms, as its 32 chunks in 12. Nobody reads what is only for others.
 * @param {readonly Chunk[]} chunks ES modules, as esbuild has split them.
 * @param {esbuild.Metafile} metafile
 * @returns {Promise<readonly Chunk[]>} CommonJS.
 */
export async function packChunks(chunks, metafile) {
  const groups = chunkGroups(metafile);
  const sources = new Map(chunks.map(({ path, code }) => [path, plainVscode(code)]));
  const names = shortNames(chunks);
  return Promise.all(
    groups.map(async (group) => {
      const joined = redirected(await join(group, { sources, names }), group.file, {
        groups,
        names,
      });
      return { path: group.file, code: group.lazily ? joined : compiledAtOnce(joined) };
    }),
  );
}

/**
 * The entry, which is loaded at activation; the network and the sign-in, which are loaded whole when they are first
 * needed; and all others, of which each runs alone.
 * @param {esbuild.Metafile} metafile
 * @returns {readonly Group[]}
 */
export function chunkGroups(metafile) {
  /** @type {Set<string>} */
  const taken = new Set();
  const take = (/** @type {Iterable<string>} */ paths) => {
    const chunks = [...new Set(paths)].filter((path) => !taken.has(path));
    for (const path of chunks) taken.add(path);
    return chunks;
  };
  const entry = take(loadedWith([ENTRY], metafile));
  const callers = NETWORK.map((source) => outputOf(source, metafile));
  const network = take(onlyFor(callers, metafile));
  const calls = take(loadedWith(callers, metafile));
  const all = [...loadedWith([ENTRY], metafile, { later: true })];
  const holding = (/** @type {string} */ folder) =>
    all.filter((path) => sourcesOf(path, metafile).some((source) => source.startsWith(folder)));
  const signIn = take(onlyFor(holding(SIGN_IN), metafile));
  // A third of all that the playground is, for one kind of file.
  const yaml = take(holding(YAML));
  // Who expands the tree does not wait until V8 has read the playground: 21 ms in place of 34.
  const playground = take([...holding('src/conversation/'), ...holding('src/playground/')]);
  return [
    { file: ENTRY, chunks: entry, lazily: false },
    { file: CALLS_FILE, chunks: calls, lazily: false },
    { file: NETWORK_FILE, chunks: network, lazily: false },
    { file: SIGN_IN_FILE, chunks: signIn, lazily: false },
    { file: YAML_FILE, chunks: yaml, lazily: true },
    { file: 'dist/chunks/playground.js', chunks: playground, lazily: true },
    { file: 'dist/chunks/later.js', chunks: take(all), lazily: true },
  ];
}

/**
 * Outputs and all that is loaded with them, which leaves out what they load later.
 * @param {readonly string[]} outputs
 * @param {esbuild.Metafile} metafile
 * @param {{ later?: boolean }} [options] `later`: what they load later as well, and so on.
 * @returns {ReadonlySet<string>}
 */
export function loadedWith(outputs, metafile, { later = false } = {}) {
  const found = new Set(outputs);
  for (const path of found) {
    for (const { path: next, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if ((later || kind !== 'dynamic-import') && external !== true) found.add(next);
    }
  }
  return found;
}

/**
 * What is loaded with these outputs, and with nothing else.
 * @param {readonly string[]} roots
 * @param {esbuild.Metafile} metafile
 */
function onlyFor(roots, metafile) {
  const all = loadedWith(roots, metafile);
  const wanted = Object.entries(metafile.outputs)
    .filter(([path]) => !all.has(path))
    .flatMap(([, { imports }]) => imports.map(({ path }) => path))
    .filter((path) => all.has(path) && !roots.includes(path));
  const shared = loadedWith(wanted, metafile);
  return [...all].filter((path) => !shared.has(path));
}

/**
 * @param {string} source
 * @param {esbuild.Metafile} metafile
 */
function outputOf(source, metafile) {
  const found = Object.entries(metafile.outputs).find(([, one]) => one.entryPoint === source);
  if (found === undefined) throw new Error(`${source} is imported by nobody, or not lazily.`);
  return found[0];
}

/**
 * The sources of which an output holds something.
 * @param {string} output
 * @param {esbuild.Metafile} metafile
 */
export function sourcesOf(output, metafile) {
  const inputs = Object.entries(metafile.outputs[output]?.inputs ?? {});
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
}

/**
 * One CommonJS file of a group. Chunks that run at once are not wrapped in functions, which V8 would read twice: that
 * is worth 2 ms of 18 at the first call. A file of chunks that run later exports a function: the name of a chunk to
 * its exports.
 * @param {Group} group
 * @param {{ sources: ReadonlyMap<string, string>, names: ReadonlyMap<string, string> }} all
 * @returns {Promise<string>}
 */
async function join({ file, chunks, lazily }, { sources, names }) {
  const folder = posix.dirname(file);
  const rows = chunks.map((path) => {
    const from = JSON.stringify(`./${posix.relative(folder, path)}`);
    const name = names.get(path);
    if (lazily) return `${name}: () => require(${from}),`;
    return path === file ? `export * from ${from};` : `export * as ${name} from ${from};`;
  });
  const lines = lazily
    ? ['const chunks = {', ...rows, '};', 'export const load = (name) => chunks[name]();']
    : rows;
  const { outputFiles } = await esbuild.build({
    ...FORM,
    bundle: true,
    write: false,
    stdin: { contents: lines.join('\n') },
    plugins: [fromMemory({ folder, lazily, sources, chunks: new Set(chunks) })],
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Lets esbuild take the chunks of a group out of memory. All others stay outside, named from where the file will be.
 * @param {{ folder: string, lazily: boolean, sources: ReadonlyMap<string, string>, chunks: ReadonlySet<string> }} options
 * @returns {esbuild.Plugin}
 */
function fromMemory({ folder, lazily, sources, chunks }) {
  return {
    name: 'from-memory',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, namespace, importer, kind }) => {
        if (!path.startsWith('.')) return { path, external: true };
        const from = namespace === 'chunk' ? posix.dirname(importer) : folder;
        const target = posix.join(from, path);
        const isInside = chunks.has(target) && (lazily || kind !== 'dynamic-import');
        if (isInside) return { path: target, namespace: 'chunk' };
        return { path: `./${posix.relative(folder, target)}`, external: true };
      });
      build.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
        contents: sources.get(path) ?? '',
        loader: 'js',
      }));
    },
  };
}

/**
 * Lets code ask for other chunks where they are. Their names contain a hash, so that no other text looks like one.
 * @param {string} code
 * @param {string} file That has it.
 * @param {{ groups: readonly Group[], names: ReadonlyMap<string, string> }} all
 */
function redirected(code, file, { groups, names }) {
  const folder = posix.dirname(file);
  const found = code.replace(
    /require\("(\.{1,2}\/[^"]+)"\)/g,
    (whole, /** @type {string} */ name) => {
      const target = posix.join(folder, name);
      const group = groups.find(({ chunks }) => chunks.includes(target));
      if (group === undefined) return whole;
      const from = posix.relative(folder, group.file);
      const key = names.get(target);
      const access = group.lazily ? `.load("${key}")` : `.${key}`;
      return `require("${from.startsWith('.') ? from : `./${from}`}")${access}`;
    },
  );
  return withShortImports(found);
}

/**
 * Lets each `import()` of a lazy chunk call one function for the file that has the chunk. esbuild writes the whole
 * expression out each time, which is a twentieth of the entry.
 * @param {string} code
 */
function withShortImports(code) {
  /** @type {Map<string, string>} */
  const functions = new Map();
  const short = code.replace(
    /Promise\.resolve\(\)\.then\(\(\)=>([\w$]+)\(require\("([^"]+)"\)\.load\("(\w+)"\)\)\)/g,
    (_, toModule, /** @type {string} */ file, chunk) => {
      const name = `import_${posix.basename(file, '.js')}`;
      functions.set(
        name,
        `function ${name}(chunk){return Promise.resolve().then(()=>${toModule}(require("${file}").load(chunk)))}`,
      );
      return `${name}("${chunk}")`;
    },
  );
  return [short, ...functions.values()].join('\n');
}

/**
 * Short names of chunks, as each file that uses one has it. The order of the paths decides, so that builds are alike.
 * @param {readonly Chunk[]} chunks
 * @returns {ReadonlyMap<string, string>}
 */
function shortNames(chunks) {
  const paths = chunks.map(({ path }) => path).sort();
  return new Map(paths.map((path, index) => [path, `c${index.toString(36)}`]));
}

/**
 * Requires `vscode` as it is. esbuild would copy it with an accessor for each of its 200 members, for an importer that
 * asks for its `default`: that takes 4 ms at activation.
 * @param {string} code An ES module that esbuild has written.
 */
function plainVscode(code) {
  return code.replace(/\bimport\s*\*\s*as ([\w$]+) from\s*"vscode";/g, 'var $1=require("vscode");');
}

/**
 * Puts parentheses around the functions in which esbuild wraps each module of a CommonJS package. They change nothing
 * but when V8 compiles: without them it first only skims such a function, then reads it again, and Node's compile cache
 * does not have it. With the cache the network is loaded in 8 ms instead of 10, without it in 16 instead of 18.
 * @param {string} code Of a file all of whose modules are run.
 * @returns {string}
 */
export function compiledAtOnce(code) {
  const file = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest, false);
  const wrapped = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .map(({ initializer }) => initializer)
    .filter((value) => value !== undefined && ts.isCallExpression(value))
    .flatMap((call) => (call.arguments.length === 1 ? [...call.arguments] : []))
    .filter((argument) => ts.isArrowFunction(argument) && ts.isBlock(argument.body));
  let done = '';
  let from = 0;
  for (const one of wrapped) {
    const start = one.getStart(file);
    done += `${code.slice(from, start)}(${code.slice(start, one.end)})`;
    from = one.end;
  }
  return done + code.slice(from);
}
