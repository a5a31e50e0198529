import { join } from 'node:path';
import { AppError } from '../base/errors';
import { MOCKS_FOLDER, MOCKS_SUFFIX } from '../base/mockFiles';
import {
  MockFiles,
  findMockFiles,
  type LoadedRule,
  readMockFiles,
  problemText,
} from '../emulator/answers/files';
import { unsupportedNotes } from '../emulator/answers/unsupportedFields';
import { faultProblem } from '../emulator/faultKinds';
import { EXIT } from './exitCodes';

/**
 * Loads the mocks of the named files and folders, or of the project folder, which may be created
 * later. Throws `AppError` with one line per problem.
 */
export function openMockFiles(paths?: readonly string[]): MockFiles {
  return new MockFiles(paths ?? ownFolder(), {
    faultProblem,
    mayCome: paths === undefined,
    tell: (text) => process.stderr.write(`emulator: ${text}\n`),
  });
}

/**
 * Skip the working directory if another process started the emulator over IPC, because it isn't the
 * project folder.
 */
const ownFolder = (): readonly string[] =>
  process.connected ? [] : [join(process.cwd(), MOCKS_FOLDER)];

export function unusedMocksText(rules: readonly LoadedRule[]): string {
  return rules.map(({ label }) => `  never used: ${label}\n`).join('');
}

/**
 * `validate`: validates mock files and prints problems. Returns the exit code. Throws `AppError` if
 * no file is given or a file doesn't exist.
 */
export function validate(argv: readonly string[]): number {
  const strange = argv.find((text) => text.startsWith('-'));
  if (strange !== undefined || argv.length === 0) {
    throw new AppError('badOption', 'Specify mock files or folders: validate FILE|FOLDER….');
  }
  // An empty folder is probably a typo.
  const empty = argv.find((path) => findMockFiles([path]).length === 0);
  if (empty !== undefined) {
    throw new AppError('badOption', `“${empty}” has no *${MOCKS_SUFFIX} files.`);
  }
  const files = findMockFiles(argv);
  const { rules, problems } = readMockFiles(files, faultProblem);
  for (const problem of problems) process.stderr.write(`${problemText(problem)}\n`);
  if (problems.length > 0) return EXIT.badInput;
  for (const { rule, label } of rules) {
    for (const note of unsupportedNotes(rule)) process.stdout.write(`${label}: ${note}\n`);
  }
  process.stdout.write(`${counted(rules.length, 'mock')} in ${counted(files.length, 'file')}\n`);
  return EXIT.passed;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
