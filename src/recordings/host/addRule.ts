import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { MOCKS_FOLDER, MOCKS_SUFFIX } from '../../base/mockFiles';
import { AppError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import { readRules } from '../../emulator/answers/read';
import { prependJsonItem } from '../../platform/jsonPath';
import type { Prompts } from '../../platform/prompts';
import { replaceText } from '../../platform/textDocuments';
import { resolveTarget } from '../../platform/safeFiles';
import { PathPlaceholders } from '../pathPlaceholders';
import { askAnswersName } from './newAnswersFile';
import { faultProblem, nameOf, type RecordingsHost } from './recordingFile';

/**
 * Inserts mocks at the top of a mock file that the user selects, and selects them in the editor. Throws `AppError`,
 * writing nothing, if the file is invalid.
 * @param project folder of the app
 * @returns whether the mocks were written; false if no file was selected
 */
export async function addRules(
  { prompts }: Pick<RecordingsHost, 'prompts'>,
  project: vscode.Uri,
  rules: readonly JsonObject[],
): Promise<boolean> {
  const folder = vscode.Uri.joinPath(project, MOCKS_FOLDER);
  const file = await chooseFile(prompts, folder);
  if (!file) return false;
  await requireOwnFile(folder, file);
  const before = await textAt(file);
  const changed = withRules(before ?? '', rules);
  if (!changed) {
    throw new AppError('badAnswers', l10n.t('{0} has no list of mocks.', nameOf(file)), {
      hint: l10n.t('Nothing was written.'),
    });
  }
  requireGood(changed.text, file, folder);
  if (before === undefined) await vscode.workspace.fs.writeFile(file, new Uint8Array());
  const document = await vscode.workspace.openTextDocument(file);
  await replaceText(document, changed.text);
  await document.save();
  const [from, to] = [changed.offset, changed.offset + changed.length];
  const selection = new vscode.Range(document.positionAt(from), document.positionAt(to));
  await vscode.window.showTextDocument(document, { selection, preview: false });
  return true;
}

/** Inserts mocks and returns their range. Undefined if the file has no list of mocks. */
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

/** Returns the recorded app's folder. Throws `AppError` if the recording is outside the workspace. */
export function projectOf(recording: vscode.Uri): vscode.Uri {
  const folder = vscode.workspace.getWorkspaceFolder(recording);
  if (folder) return folder.uri;
  throw new AppError('noFolder', l10n.t('This recording isn’t in a workspace folder.'), {
    hint: l10n.t('Open its project folder.'),
  });
}

/** Returns the recorded app's folders. Throws `AppError` like `projectOf`. */
export function placesOf(recording: vscode.Uri): PathPlaceholders {
  const workingDirectory = projectOf(recording).fsPath;
  return new PathPlaceholders({ workingDirectory, homeDirectory: homedir() });
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
  const proposed = names.length === 0 ? `recorded${MOCKS_SUFFIX}` : '';
  const name = await askAnswersName({ prompts }, title, names, proposed);
  return name === undefined ? undefined : vscode.Uri.joinPath(folder, name);
}

async function namesIn(folder: vscode.Uri): Promise<readonly string[]> {
  try {
    const all = await vscode.workspace.fs.readDirectory(folder);
    return all.map(([name]) => name).filter((name) => name.endsWith(MOCKS_SUFFIX));
  } catch {
    return [];
  }
}

/** Throws `AppError` if a symbolic link would redirect the write. */
async function requireOwnFile(folder: vscode.Uri, file: vscode.Uri): Promise<void> {
  if (file.scheme !== 'file') return;
  const place = resolveTarget(vscode.Uri.joinPath(folder, '..').fsPath, file.fsPath);
  if (!('wrong' in place)) return;
  const message = l10n.t('Couldn’t write to {0}. It’s a link or not a regular file.', nameOf(file));
  throw new AppError('badPlace', message, {
    hint: l10n.t('Remove it, then try again.'),
  });
}

/** Returns the content, including unsaved changes. Undefined if the file doesn't exist. */
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
    file: nameOf(file),
    folder: folder.fsPath,
    faultProblem,
  }).problems;
  if (!problem) return;
  const { line, message } = problem;
  throw new AppError(
    'badAnswers',
    l10n.t('This change would cause an error in {0}, line {1}: {2}', nameOf(file), line, message),
    { hint: l10n.t('Nothing was written.') },
  );
}
