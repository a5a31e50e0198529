import { join } from 'node:path';
import { AppError } from '../base/errors';
import {
  AnswerFiles,
  answerFilesAt,
  MOCKS_SUFFIX,
  type LoadedRule,
  readAnswerFiles,
  shownProblem,
} from '../emulator/answers/files';
import { leftOutNotes } from '../emulator/answers/leftOut';
import { faultProblem } from '../emulator/faultKinds';
import { EXIT } from './exitCodes';

/** Where answers are kept that belong to a project. */
const FOLDER = '.genlang';

/**
 * The rules of the files and folders that are named, or of the working directory's own, which may come later. Throws
 * `AppError` with a line for everything that is wrong with them.
 */
export function openAnswers(paths?: readonly string[]): AnswerFiles {
  return new AnswerFiles(paths ?? ownFolder(), {
    faultProblem,
    mayCome: paths === undefined,
    tell: (text) => process.stderr.write(`emulator: ${text}\n`),
  });
}

/** None for an emulator that another program has started over a channel: it has no project of its own. */
const ownFolder = (): readonly string[] => (process.connected ? [] : [join(process.cwd(), FOLDER)]);

/** What a summary says of rules that have answered nothing. */
export function unusedText(rules: readonly LoadedRule[]): string {
  return rules.map(({ label }) => `  never used: ${label}\n`).join('');
}

/** `validate`: checks files, and prints what is wrong. Gives the exit code. Throws `AppError` where no file is named, or one is not there. */
export function validate(argv: readonly string[]): number {
  const strange = argv.find((text) => text.startsWith('-'));
  if (strange !== undefined || argv.length === 0) {
    throw new AppError('badOption', 'Name mock files or folders: validate FILE|FOLDER….');
  }
  // A folder that was mistyped has nothing wrong in it.
  const empty = argv.find((path) => answerFilesAt([path]).length === 0);
  if (empty !== undefined) {
    throw new AppError('badOption', `“${empty}” has no *${MOCKS_SUFFIX} files.`);
  }
  const files = answerFilesAt(argv);
  const { rules, problems } = readAnswerFiles(files, faultProblem);
  for (const problem of problems) process.stderr.write(`${shownProblem(problem)}\n`);
  if (problems.length > 0) return EXIT.badInput;
  for (const { rule, label } of rules) {
    for (const note of leftOutNotes(rule)) process.stdout.write(`${label}: ${note}\n`);
  }
  process.stdout.write(`${counted(rules.length, 'mock')} in ${counted(files.length, 'file')}\n`);
  return EXIT.passed;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
