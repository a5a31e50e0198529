// Builds the product into `dist`, and with `--tests` also the test bundles into `out`. `--watch` rebuilds on
// change, unminified and with source maps; `--no-minify` does so once.
import { globSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { writeAsCommonJs } from './test/build/commonJs.mjs';
import { EMULATOR_NOTICES, noticesFor } from './test/build/notices.mjs';
import { writeAsOneFile } from './test/build/oneFile.mjs';
import { LEAN_L10N, leanPackages } from './test/build/packages.mjs';
import { importsPageModules, pageModuleEntries } from './test/build/pageModules.mjs';
import { withoutProvenance } from './test/build/provenance.mjs';
import { interruption } from './test/harness/interruption.mjs';

const root = import.meta.dirname;

/**
 * @typedef {object} BuildOptions
 * @property {boolean} minify Whether to minify and omit source maps, as in the package.
 */

/**
 * @typedef {BuildOptions & { written: Set<string> }} Build `written` collects output files not written by
 * esbuild.
 */

/**
 * @param {BuildOptions} options
 * @returns {esbuild.BuildOptions}
 */
function common({ minify }) {
  return {
    absWorkingDir: root,
    bundle: true,
    minify,
    sourcemap: minify ? false : 'linked',
    legalComments: 'none',
    charset: 'utf8',
    loader: { '.svg': 'text' },
    alias: LEAN_L10N,
    logLevel: 'warning',
  };
}

/** @returns {esbuild.BuildOptions} */
const forNode = () => ({
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  plugins: [leanPackages()],
});

/** @type {Readonly<Record<string, (build: Build) => esbuild.BuildOptions>>} */
const PRODUCT = {
  host: (build) => ({
    ...common(build),
    ...forNode(),
    entryPoints: { extension: 'src/extension.ts' },
    format: 'esm',
    splitting: true,
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    external: ['vscode'],
    write: false,
    sourcemap: build.minify ? false : 'inline',
    plugins: [leanPackages(), writeAsCommonJs(build)],
  }),
  // Standalone program: importing `vscode` here fails the build.
  emulator: (build) => ({
    ...common(build),
    ...forNode(),
    entryPoints: { emulator: 'src/cli/main.ts' },
    outdir: 'dist',
    ...(build.minify && {
      format: 'esm',
      splitting: true,
      write: false,
      plugins: [withoutProvenance(), leanPackages(), writeAsOneFile(build)],
    }),
  }),
  emulatorTesting: (build) => ({
    ...common(build),
    ...forNode(),
    entryPoints: { emulatorTesting: 'src/cli/testing.ts' },
    outdir: 'dist',
  }),
  // For scripts: not minified, so that errors keep their names, and for older Node.js versions than VS Code's.
  api: (build) => ({
    ...common({ ...build, minify: false }),
    ...forNode(),
    sourcemap: false,
    target: 'node20',
    inject: ['src/base/withResolvers.ts'],
    entryPoints: { api: 'src/api/index.ts' },
    outdir: 'dist',
  }),
  panels: (build) => ({
    ...common(build),
    entryPoints: {
      playground: 'src/playground/webview/main.tsx',
      sheet: 'src/resources/webview/main.ts',
      testReport: 'src/testing/webview/main.ts',
      runs: 'src/traffic/webview/main.ts',
    },
    outdir: 'dist/webview',
    platform: 'browser',
    target: 'es2022',
    // Pages share their components.
    format: 'esm',
    splitting: true,
    chunkNames: 'kit-[hash]',
    plugins: [importsPageModules(root)],
  }),
  pageModules: (build) => ({
    ...common(build),
    entryPoints: pageModuleEntries,
    outdir: 'dist/webview',
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
  }),
};

/**
 * Test bundles keep packages external that locate their own files or must share an instance with the runner.
 * @param {string[]} entryPoints
 * @param {Partial<esbuild.BuildOptions>} options
 * @returns {esbuild.BuildOptions}
 */
function tests(entryPoints, options) {
  return {
    ...common({ minify: false }),
    ...forNode(),
    entryPoints,
    outbase: 'test',
    outdir: 'out',
    sourcemap: 'inline',
    sourcesContent: false,
    ...options,
  };
}

/**
 * Builds the product into `dist` and removes output of earlier builds.
 * @param {BuildOptions} options
 * @returns {Promise<esbuild.Metafile>} The inputs of every file in `dist`.
 * @throws esbuild's BuildFailure, whose messages are already printed.
 */
export async function buildProduct(options = { minify: true }) {
  /** @type {Set<string>} */
  const written = new Set();
  const results = await Promise.all(
    Object.values(PRODUCT).map((part) =>
      esbuild.build({ ...part({ ...options, written }), metafile: true }),
    ),
  );
  const metafiles = results.map(({ metafile }) => metafile);
  const inputs = Object.assign({}, ...metafiles.map((one) => one.inputs));
  const outputs = Object.assign({}, ...metafiles.map((one) => one.outputs));
  const isBuilt = (/** @type {string} */ path) =>
    written.has(path) || (path in outputs && !path.startsWith('dist/chunks/'));
  const metafile = { inputs, outputs };
  /** @type {Readonly<Record<string, (path: string) => boolean>>} */
  const notices = {
    'dist/THIRD-PARTY-NOTICES.txt': (path) => path !== 'dist/api.js',
    [`dist/${EMULATOR_NOTICES}`]: (path) => path.startsWith('dist/emulator'),
  };
  for (const [file, isShipped] of Object.entries(notices)) {
    await writeFile(join(root, file), await noticesFor(metafile, isShipped));
    written.add(file);
  }
  const stale = find('dist/**/*.*').filter((path) => !isBuilt(path));
  await Promise.all(stale.map((path) => rm(join(root, path))));
  return metafile;
}

/** @param {string} pattern */
const find = (pattern) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

/** Returns the sources of all unit tests, which don't need VS Code. */
export const unitTestFiles = () => find('test/{unit/**/*,architecture}.test.ts');

export const hostTestFiles = () => find('test/host/**/*.test.ts');

/**
 * Builds the unit tests, without `vscode`, into `out/unit`. Shared code is bundled and loaded once.
 * @param {readonly string[]} entries Test files, relative to the root.
 * @returns {Promise<string[]>} The bundles, relative to the root, in test order.
 */
export async function buildUnitTests(entries) {
  await rm(join(root, 'out/unit'), { recursive: true, force: true });
  const { metafile } = await esbuild.build({ ...unitTests(entries), metafile: true });
  if ('test/unit/cli/program.ts' in metafile.inputs) await esbuild.build(unitProgram());
  return entries.map((path) => path.replace(/^test\//, 'out/unit/').replace(/\.ts$/, '.mjs'));
}

/** Defines `require`, which CommonJS packages use to load Node.js modules. */
const REQUIRE = {
  js: `import { createRequire as requireHere } from 'node:module'; const require = requireHere(import.meta.url);`,
};

/**
 * Builds the emulator for unit tests, independent of `dist`. Minified as shipped, because that starts a
 * fifth faster and tests start it more than a hundred times.
 * @returns {esbuild.BuildOptions}
 */
const unitProgram = () => ({
  ...PRODUCT.emulator?.({ minify: true, written: new Set() }),
  outdir: 'out/unit',
  outExtension: { '.js': '.cjs' },
});

/** @param {readonly string[]} entries */
function unitTests(entries) {
  return tests([...entries], {
    outdir: 'out/unit',
    format: 'esm',
    splitting: true,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    external: ['typescript', 'esbuild'],
    banner: REQUIRE,
  });
}

/**
 * Builds tests that run inside an extension host, and their runner, into `out/host`. Shared code is bundled
 * and loaded once; otherwise each test would contain most of the extension.
 * @param {readonly string[]} entries Test files, relative to the root.
 * @returns {Promise<string[]>} The test bundles, relative to the root.
 */
export async function buildHostTests(entries) {
  await rm(join(root, 'out/host'), { recursive: true, force: true });
  await esbuild.build(hostTests(entries));
  return entries.map((path) => path.replace(/^test\//, 'out/').replace(/\.ts$/, '.js'));
}

/** @param {readonly string[]} entries */
function hostTests(entries) {
  const isBuilt = { minify: false, written: new Set() };
  return tests([...entries, 'test/host/index.ts'], {
    external: ['vscode', 'mocha', 'undici'],
    format: 'esm',
    splitting: true,
    chunkNames: 'host/chunks/[name]-[hash]',
    write: false,
    plugins: [leanPackages(), writeAsCommonJs(isBuilt)],
  });
}

/** Builds the panel host without VS Code into `out/stage.mjs`, for stories that run on a stage. */
export async function buildStage() {
  await esbuild.build(
    tests(['test/ui/stage/stage.ts'], {
      outbase: 'test/ui/stage',
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      alias: { ...LEAN_L10N, vscode: './test/ui/stage/vscode.ts' },
      banner: REQUIRE,
      // Hides warnings about missing VS Code functions that no panel calls.
      logLevel: 'error',
    }),
  );
}

/**
 * @param {BuildOptions} options
 * @param {boolean} withTests Whether to build the test files that exist at startup.
 */
async function watch(options, withTests) {
  void interruption().then(() => process.exit(0));
  const parts = Object.values(PRODUCT).map((part) => part({ ...options, written: new Set() }));
  const bundles = withTests ? [unitTests(unitTestFiles()), hostTests(hostTestFiles())] : [];
  for (const part of [...parts, ...bundles]) {
    const context = await esbuild.context({ ...part, logLevel: 'info' });
    await context.watch();
  }
}

/**
 * Returns messages of a failed build that esbuild didn't print, because a plugin added them at the end.
 * @param {Error & { errors: unknown }} error
 * @returns {string | undefined}
 */
function buildFailure({ errors }) {
  const all = /** @type {readonly esbuild.Message[]} */ (errors);
  const untold = all.filter(({ pluginName, location }) => pluginName !== '' && location === null);
  return untold.map(({ text }) => text).join('\n') || undefined;
}

async function main() {
  const flags = new Set(process.argv.slice(2));
  const isWatch = flags.has('--watch');
  const minify = flags.has('--minify') || !(isWatch || flags.has('--no-minify'));
  if (isWatch) {
    await watch({ minify }, flags.has('--tests'));
    return;
  }
  await buildProduct({ minify });
  if (flags.has('--tests')) {
    await Promise.all([buildUnitTests(unitTestFiles()), buildHostTests(hostTestFiles())]);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    const failure = error instanceof Error && 'errors' in error ? buildFailure(error) : error;
    if (failure !== undefined) console.error(failure);
    process.exitCode = 1;
  }
}
