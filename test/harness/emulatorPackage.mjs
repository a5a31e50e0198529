// The emulator as a package of npm, for programs that have nothing to do with VS Code.
import { chmod, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { EMULATOR_NOTICES } from '../build/notices.mjs';
import { npmCli } from './npm.mjs';
import { ROOT } from './paths.mjs';
import { capture } from './processes.mjs';
import { StepError } from './progress.mjs';
import { repositoryFields } from './release.mjs';

const NAME = 'generative-language-emulator';

const LEAST_NODE = '22.13';

/**
 * What comes before any newer syntax or module is read: an older Node.js would end with a stack in place of a reason. In
 * the syntax of Node.js 0.12.
 * @param {string} refuse What then happens, with the reason in `why`.
 */
const withNode = (refuse) => `var at = process.versions.node.split('.');
if (at[0] < 22 || (at[0] == 22 && at[1] < 13)) {
  var why = 'Node.js ${LEAST_NODE} or later is needed, and this is ' + process.versions.node + '.';
  ${refuse}
}
`;

/** What tests of a program load. */
const TESTING = `${withNode('throw new Error(why);')}module.exports = require('./emulatorTesting.js');
`;

/**
 * What npm runs: the program is a module of its own, which the extension starts too. From the second start on it is not
 * compiled again, where the package's folder can be written; elsewhere, nothing is lost.
 */
const BIN = `#!/usr/bin/env node
${withNode(`console.error('emulator: ' + why);
  process.exit(2);`)}var modules = require('module');
if (modules.enableCompileCache) modules.enableCompileCache(__dirname + '/.cache');
require('./emulator.js');
`;

/** What tests of a program load, as TypeScript sees it. @throws {StepError} Where that needs types of other files. */
async function testingTypes() {
  const source = await readFile(join(ROOT, 'src/cli/testing.ts'), 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, isolatedDeclarations: true },
  });
  const [problem] = diagnostics;
  if (problem || /^import /m.test(outputText)) {
    const why = ts.flattenDiagnosticMessageText(problem?.messageText ?? 'It imports types.', ' ');
    throw new StepError('Declaring testing.js', 'Have src/cli/testing.ts name its types.', why);
  }
  return outputText;
}

/**
 * Lays out what the package is made of.
 * @param {string} folder Is there.
 * @param {import('./release.mjs').Release} [release]
 * @returns {Promise<string>} The package's version.
 */
export async function layOutEmulator(folder, release = {}) {
  /** @type {{ version: string, license: string }} */
  const { version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  await cp(join(ROOT, 'dist/emulator.js'), join(folder, 'emulator.js'));
  await cp(join(ROOT, 'dist/emulatorTesting.js'), join(folder, 'emulatorTesting.js'));
  await writeFile(join(folder, 'testing.js'), TESTING);
  await writeFile(join(folder, 'testing.d.ts'), await testingTypes());
  const page = await readFile(join(ROOT, 'src/emulator/README.md'), 'utf8');
  await writeFile(join(folder, 'README.md'), packedPage(page));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  await cp(join(ROOT, 'dist', EMULATOR_NOTICES), join(folder, 'THIRD-PARTY-NOTICES.txt'));
  await writeFile(join(folder, 'bin.js'), BIN);
  await chmod(join(folder, 'bin.js'), 0o755);
  const manifest = {
    name: NAME,
    version,
    description: 'A local emulator of the Gemini API that needs no account and no network.',
    license,
    keywords: ['gemini', 'gemini api', 'llm', 'emulator', 'mock', 'testing'],
    ...repositoryFields(release),
    bin: { [NAME]: 'bin.js' },
    files: ['bin.js', 'emulator.js', 'testing.*', 'emulatorTesting.js', 'THIRD-PARTY-NOTICES.txt'],
    engines: { node: `>=${LEAST_NODE}` },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return version;
}

const ELSEWHERE =
  'The pages that are named here and are not in this package are with the sources, and in the extension for VS Code.';

/** The table of options, which `--help` of the program has too. */
const OPTIONS = /^\| Option .*\n(?:\|.*\n)+\n/m;

/**
 * The page of the emulator as it is in the package: without links to pages that are not there, begun as one who has it
 * starts it, and with what the program itself says left to that.
 * @param {string} page
 */
export function packedPage(page) {
  const text = page
    .replaceAll(/\[([^\]]+)\]\([\w./]+\.md(?:#[\w-]+)?\)/g, '$1')
    .replace(OPTIONS, '')
    .replace(
      '`npm run emulator -- [options]` (`-- --help`',
      `\`npx ${NAME} start [options]\` (\`--help\``,
    );
  return `${text.trimEnd()}\n\n${ELSEWHERE}\n`;
}

/**
 * Packs the emulator of `dist`; equal contents give equal bytes.
 * @param {string} folder Where the package is put.
 * @param {import('./release.mjs').Release} [release]
 * @returns {Promise<string>} Its path.
 * @throws {StepError}
 */
export async function packEmulator(folder, release = {}) {
  const source = await mkdtemp(join(tmpdir(), 'emulator-package-'));
  try {
    const version = await layOutEmulator(source, release);
    const { code, output } = await capture(
      process.execPath,
      [npmCli(), 'pack', '--silent', '--ignore-scripts', '--offline'],
      { cwd: source },
    );
    if (code !== 0) {
      throw new StepError('Packing the emulator', 'Read the lines above.', output.trimEnd());
    }
    const file = `${NAME}-${version}.tgz`;
    await cp(join(source, file), join(folder, `${file}.new`));
    await rename(join(folder, `${file}.new`), join(folder, file));
    return join(folder, file);
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}
