import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { PACK_DATE } from '../api/modelPack';
import { AppError } from '../base/errors';
import { type OptionRow, parseCommand } from '../emulator/parseOptions';
import { isScanned, scan } from '../lens/scan';
import {
  findingLine,
  isPastEnd,
  jsonReport,
  type LensFinding,
  locate,
  sarifReport,
  summarize,
} from '../lens/report';
import { EXIT } from './exitCodes';

export const checkOptionRows = {
  format: {
    type: 'string',
    value: 'text|sarif|json',
    doc: 'Format of the findings on standard output. Default: text.',
  },
  within: {
    type: 'string',
    value: 'DAYS',
    doc: 'Also fails for models that shut down within this time, such as 90d. Default: 0d.',
  },
} as const satisfies { readonly [name: string]: OptionRow };

/** In days. The extension marks models that end earlier. */
const NOTICE = 180;

/**
 * `check`: finds retired models and SDKs in files, by the built-in model data alone. Returns the exit code. Throws
 * `AppError` for invalid options and missing paths.
 */
export async function check(argv: readonly string[], now = new Date()): Promise<number> {
  const { values, words } = parseCommand(argv, checkOptionRows);
  const { format = 'text', within = '0d' } = values;
  const days = /^\d{1,5}d$/.test(within) ? Number.parseInt(within, 10) : undefined;
  if (days === undefined) {
    throw new AppError(
      'badOption',
      `--within must be a number of days, such as 90d, not ${within}.`,
    );
  }
  if (!['text', 'sarif', 'json'].includes(format)) {
    throw new AppError('badOption', `--format must be text, sarif, or json, not ${format}.`);
  }
  const places: LensFinding[] = [];
  for await (const { path, text } of sourceFiles(words.length === 0 ? ['.'] : words)) {
    const marks = scan({ path, text }, { now, noticeDays: Math.max(NOTICE, days) });
    if (marks.length > 0) places.push(...locate([{ path, text, marks }]));
  }
  const findings = places.filter(({ severity }) => severity !== 'none');
  const failing = findings.filter((finding) => isPastEnd(finding, now, days));
  if (format === 'sarif') process.stdout.write(sarifReport(findings));
  else if (format === 'json') process.stdout.write(jsonReport(findings, summarize(places, now)));
  else for (const finding of findings) process.stdout.write(`${findingLine(finding)}\n`);
  process.stderr.write(
    `${findings.length} findings, ${failing.length} past their end or within ${within}. Model data as of ${PACK_DATE}.\n`,
  );
  return failing.length > 0 ? EXIT.failed : EXIT.passed;
}

/** In bytes. */
const MAX_SIZE = 1024 * 1024;
/** Bytes in which a binary file has a zero. */
const BINARY_CHECK = 8000;

/** A text file. The path has `/` and is relative to the working directory. */
interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The `.gitignore` of a folder. */
interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}

/**
 * Yields the text files of files and folders. Skips ignored, binary, large, and linked files, except named files.
 * Throws `AppError` if a path doesn't exist.
 */
async function* sourceFiles(paths: readonly string[]): AsyncGenerator<SourceFile> {
  for (const path of paths) {
    const full = resolve(path);
    const info = await stat(full).catch(() => undefined);
    if (!info) throw new AppError('badOption', `“${path}” doesn’t exist.`);
    if (info.isDirectory()) yield* within(full, await rulesAbove(full));
    else yield* read(full);
  }
}

async function* within(folder: string, above: readonly Rules[]): AsyncGenerator<SourceFile> {
  const all = [...above, ...(await rulesIn(folder))];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory();
    if (!isFolder && !entry.isFile()) continue;
    if (isIgnored(isFolder ? `${path}/` : path, all)) continue;
    if (isFolder) yield* within(path, all);
    else yield* read(path);
  }
}

/** The deepest matching rule wins. `.git` and folders such as `node_modules` are always ignored. */
function isIgnored(path: string, all: readonly Rules[]): boolean {
  if (!isScanned(shown(path))) return true;
  for (const { folder, rules } of all.toReversed()) {
    const { ignored, unignored } = rules.test(posix(path.slice(folder.length + 1)));
    if (ignored || unignored) return ignored;
  }
  return false;
}

async function rulesIn(folder: string): Promise<readonly Rules[]> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined);
  return text === undefined ? [] : [{ folder, rules: ignore({ ignoreCase: false }).add(text) }];
}

/** Returns the rules of the folders between the root of the repository and a folder. */
async function rulesAbove(folder: string): Promise<readonly Rules[]> {
  const isRoot = await lstat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
  const parent = dirname(folder);
  if (isRoot || parent === folder) return [];
  return [...(await rulesAbove(parent)), ...(await rulesIn(parent))];
}

async function* read(path: string): AsyncGenerator<SourceFile> {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile() || info.size > MAX_SIZE) return;
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes || bytes.subarray(0, BINARY_CHECK).includes(0)) return;
  yield { path: shown(path), text: bytes.toString('utf8') };
}

const posix = (path: string): string => path.replaceAll(sep, '/');
const shown = (path: string): string =>
  posix(relative(process.cwd(), path)) + (path.endsWith('/') ? '/' : '');
