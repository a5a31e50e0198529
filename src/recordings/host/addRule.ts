import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { AppError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import { readRules } from '../../emulator/answers/read';
import { prependJsonItem } from '../../platform/jsonPath';
import type { Prompts } from '../../platform/prompts';
import { plainPlace } from '../../platform/safeFiles';
import { Places } from '../places';
import { ANSWERS_ENDING, ANSWERS_FOLDER, askAnswersName } from './answersName';
import type { RecordingsHost } from './context';
import { faultProblem } from './recordingFile';

/**
 * Writes rules before all others of a file of the folder, which is asked for, and shows them selected. Throws `AppError`
 * where the file has something wrong in it: nothing is written then.
 * @param project the folder whose programs are answered.
 * @returns whether they were written: false where no file was chosen.
 */
export async function addRules(
  { prompts }: Pick<RecordingsHost, 'prompts'>,
  project: vscode.Uri,
  rules: readonly JsonObject[],
): Promise<boolean> {
  const folder = vscode.Uri.joinPath(project, ANSWERS_FOLDER);
  const file = await chooseFile(prompts, folder);
  if (!file) return false;
  await requireOwnFile(folder, file);
  const before = await textAt(file);
  const changed = withRules(before ?? '', rules);
  if (!changed) {
    throw new AppError('badAnswers', l10n.t('{0} has no list of mocks.', nameIn(file)), {
      hint: l10n.t('Nothing was written.'),
    });
  }
  requireGood(changed.text, file, folder);
  if (before === undefined) await vscode.workspace.fs.writeFile(file, new Uint8Array());
  const document = await vscode.workspace.openTextDocument(file);
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(file, whole, changed.text);
  await vscode.workspace.applyEdit(edit);
  await document.save();
  const [from, to] = [changed.offset, changed.offset + changed.length];
  const selection = new vscode.Range(document.positionAt(from), document.positionAt(to));
  await vscode.window.showTextDocument(document, { selection, preview: false });
  return true;
}

/** A file with rules before its others, and where they stand; undefined where it has no list of rules. */
function withRules(
  before: string,
  rules: readonly JsonObject[],
): ReturnType<typeof prependJsonItem> {
  let [text, offset, behind] = [before, 0, 0];
  for (const [index, rule] of rules.toReversed().entries()) {
    const changed = prependJsonItem(text, 'mocks', rule);
    if (!changed) return undefined;
    ({ text, offset } = changed);
    if (index === 0) behind = text.length - offset - changed.length;
  }
  return { text, offset, length: text.length - behind - offset };
}

/** The folder whose programs were recorded. Throws `AppError` where the recording is in none. */
export function projectOf(recording: vscode.Uri): vscode.Uri {
  const folder = vscode.workspace.getWorkspaceFolder(recording);
  if (folder) return folder.uri;
  throw new AppError('noFolder', l10n.t('This recording isn’t in a workspace folder.'), {
    hint: l10n.t('Open its project folder.'),
  });
}

/** The folders of the programs that were recorded. Throws `AppError` as `projectOf` does. */
export function placesOf(recording: vscode.Uri): Places {
  const workingDirectory = projectOf(recording).fsPath;
  return new Places({ workingDirectory, homeDirectory: homedir() });
}

async function chooseFile(prompts: Prompts, folder: vscode.Uri): Promise<vscode.Uri | undefined> {
  const title = l10n.t('Create Mock');
  const names = await namesIn(folder);
  const chosen =
    names.length === 0
      ? ''
      : await prompts.pick<string>({ title, placeholder: l10n.t('Select a mock file') }, [
          ...names.map((name) => ({ label: name, icon: 'file', value: name })),
          { label: l10n.t('New File…'), icon: 'new-file', value: '' },
        ]);
  if (chosen !== '') return chosen === undefined ? undefined : vscode.Uri.joinPath(folder, chosen);
  const proposed = names.length === 0 ? `recorded${ANSWERS_ENDING}` : '';
  const name = await askAnswersName({ prompts }, title, names, proposed);
  return name === undefined ? undefined : vscode.Uri.joinPath(folder, name);
}

async function namesIn(folder: vscode.Uri): Promise<readonly string[]> {
  try {
    const all = await vscode.workspace.fs.readDirectory(folder);
    return all.map(([name]) => name).filter((name) => name.endsWith(ANSWERS_ENDING));
  } catch {
    // There is no such folder yet.
    return [];
  }
}

/** Throws `AppError` where writing would go through a link. */
async function requireOwnFile(folder: vscode.Uri, file: vscode.Uri): Promise<void> {
  if (file.scheme !== 'file') return;
  const place = plainPlace(vscode.Uri.joinPath(folder, '..').fsPath, file.fsPath);
  if (!('wrong' in place)) return;
  const message = l10n.t('Couldn’t write to {0}. It’s a link or not a regular file.', nameIn(file));
  throw new AppError('badPlace', message, {
    hint: l10n.t('Remove it, then try again.'),
  });
}

/** What the file has, saved or not; undefined where there is none. */
async function textAt(file: vscode.Uri): Promise<string | undefined> {
  try {
    await vscode.workspace.fs.stat(file);
  } catch {
    return undefined;
  }
  return (await vscode.workspace.openTextDocument(file)).getText();
}

function requireGood(text: string, file: vscode.Uri, folder: vscode.Uri): void {
  const [problem] = readRules(text, {
    ...{ file: nameIn(file), folder: folder.fsPath, faultProblem },
  }).problems;
  if (!problem) return;
  const { line, message } = problem;
  throw new AppError(
    'badAnswers',
    l10n.t('This change would cause an error in {0}, line {1}: {2}', nameIn(file), line, message),
    { hint: l10n.t('Nothing was written.') },
  );
}

const nameIn = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);
