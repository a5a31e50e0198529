// `npm run lint`: types, rules and the format. Warnings are for editors: a file of more than 300 lines is a question.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { NONE, add } from './counts.mjs';
import { isMain } from './main.mjs';
import { CHECKED, ROOT } from './paths.mjs';
import { run } from './processes.mjs';
import { PROJECTS, buildInfo, typecheck } from './typecheck.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const CLEAN = join(CHECKED, 'rules.json');

/** What every finding depends on: packages, options, rules, and what is declared for all files. */
const ENVIRONMENT = [
  'package-lock.json',
  'eslint.config.mjs',
  'test/lint/*.mjs',
  '{.,{src,test}/**}/tsconfig.json',
];
const DECLARATIONS = '{src,test}/**/*.d.ts';

const SOURCES = '{.,{src,test}/**}/*.{js,cjs,mjs,ts,cts,mts,tsx}';

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text).digest('base64url');

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/**
 * What typed rules depend on: for each file of a project, its version and those of all files that it imports, however
 * deeply, as `tsc` has noted them.
 * @param {string} project
 * @returns {[path: string, stamp: string][]}
 */
function typedStamps(project) {
  const file = buildInfo(project);
  if (!existsSync(file)) return [];
  /** @type {{ fileNames: string[], fileInfos: (string | { version: string })[], fileIdsList: number[][], referencedMap: [file: number, list: number][] }} */
  const { fileNames, fileInfos, fileIdsList, referencedMap } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  // Its numbers begin with 1.
  const imports = new Map(referencedMap.map(([id, list]) => [id, fileIdsList[list - 1] ?? []]));
  return fileNames.map((name, index) => {
    const all = new Set([index + 1]);
    for (const id of all) for (const target of imports.get(id) ?? []) all.add(target);
    const versions = [...all].map((id) => {
      const info = fileInfos[id - 1];
      return typeof info === 'string' ? info : info?.version;
    });
    return [relative(ROOT, join(dirname(file), name)), hash(versions.sort().join())];
  });
}

/**
 * Rules, for the files of which it is not known that they have no fault. Needs the types checked.
 * @returns {Promise<Counts>}
 */
export async function checkRules() {
  const environment = [...globSync([...ENVIRONMENT, DECLARATIONS], { cwd: ROOT })].sort();
  /** @type {Map<string, string[]>} */
  const typed = new Map();
  for (const [path, stamp] of PROJECTS.flatMap(typedStamps)) {
    typed.set(path, [...(typed.get(path) ?? []), stamp]);
  }
  const base = hash([process.version, ...environment.map(read)].join('\0'));
  const now = globSync(SOURCES, { cwd: ROOT }).map((path) => {
    const stamps = /^src\/.*\.tsx?$/.test(path) ? (typed.get(path) ?? [String(Math.random())]) : [];
    return /** @type {const} */ ([path, hash([base, read(path), ...stamps].join('\0'))]);
  });
  /** @type {{ [path: string]: string }} */
  const clean = existsSync(CLEAN) ? JSON.parse(readFileSync(CLEAN, 'utf8')) : {};
  const stale = now.filter(([path, stamp]) => clean[path] !== stamp).map(([path]) => path);
  if (stale.length === 0) return { passed: 1, failed: 0 };
  const eslint = join(ROOT, 'node_modules/eslint/bin/eslint.js');
  const report = join(CHECKED, 'rules-found.json');
  const args = [
    // Types are many and short-lived: with more room for the young it takes 6 % less.
    '--max-semi-space-size=64',
    eslint,
    '--quiet',
    '--no-warn-ignored',
    '--format',
    'json',
    '--output-file',
    report,
    ...stale,
  ];
  rmSync(report, { force: true });
  const code = await run(process.execPath, args, { cwd: ROOT });
  if (!existsSync(report)) throw new Error(`ESLint ended with exit code ${code}.`);
  /** @type {import('eslint').ESLint.LintResult[]} */
  const results = JSON.parse(readFileSync(report, 'utf8'));
  const faulty = results.filter(({ messages }) => messages.length > 0);
  const failures = faulty.flatMap(({ filePath, messages }) =>
    messages.map(({ line, column, message, ruleId }) => {
      return `${relative(ROOT, filePath)}:${line}:${column} ${message} (${ruleId})`;
    }),
  );
  for (const failure of failures) console.error(failure);
  const paths = new Set(faulty.map(({ filePath }) => relative(ROOT, filePath)));
  const kept = now.filter(([path]) => !paths.has(path));
  writeFileSync(CLEAN, JSON.stringify(Object.fromEntries(kept)));
  return { passed: failures.length === 0 ? 1 : 0, failed: failures.length, failures };
}

/** @returns {Promise<Counts>} */
export async function checkFormat() {
  const cache = ['--cache', '--cache-strategy', 'content'];
  const place = ['--cache-location', join(CHECKED, 'format')];
  const prettier = join(ROOT, 'node_modules/prettier/bin/prettier.cjs');
  const args = [prettier, '.', '--check', '--log-level', 'warn', ...cache, ...place];
  const failed = (await run(process.execPath, args, { cwd: ROOT })) === 0 ? 0 : 1;
  return { passed: 1 - failed, failed };
}

if (isMain(import.meta.url)) {
  const checks = [typecheck().then(async (types) => add(types, await checkRules())), checkFormat()];
  const { failed } = (await Promise.all(checks)).reduce(add, NONE);
  process.exitCode = failed > 0 ? 1 : 0;
}
