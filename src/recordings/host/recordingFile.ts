import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Http } from '../../api/transport';
import { AppError, errorMessage } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { shownSize } from '../../base/format';
import { isObject, type JsonObject, tryParse } from '../../base/json';
import { readRules as readAnswers } from '../../emulator/answers/read';
import type { Host } from '../../platform/host';
import { parseJson } from '../../platform/jsonPath';
import { requirePlainFile, resolveTarget } from '../../platform/safeFiles';
import type { SessionClients } from '../../service/clients';
import { RECORDINGS } from '../../service/folderSession';
import type { Services } from '../../service/services';
import type { Exchange, RecordedUpload } from '../exchange';
import { readExchange } from '../fileFormat';
import { firstRules, type MatchRules, RULES_FILE } from '../rules';
import { BODIES, kindOf } from '../store';
import type { ReadAnswers } from './answersText';

export interface RecordingsHost
  extends Host, Pick<Services, 'connections' | 'emulator' | 'traffic'> {
  readonly sessions: SessionClients;
  readonly http: Http;
  readonly promptFiles: () => Promise<{
    openSpoken(spoken: OpenedConversation): Promise<void>;
  }>;
}

interface OpenedConversation {
  readonly title: string;
  readonly mode: 'chat' | 'interaction';
  readonly model: string;
  readonly request: JsonObject;
  /** Response parts. Empty if there's no response. */
  readonly parts: readonly JsonObject[];
}

interface RecordingContent {
  readonly exchange: Exchange;
  readonly rules: MatchRules;
}

type Content =
  | ({ readonly kind: 'exchange' } & RecordingContent)
  | { readonly kind: 'answers'; readonly answers: ReadAnswers };

/** Only the emulator knows valid faults, and reports invalid ones when loading the file. */
export const faultProblem = (): undefined => undefined;

/** Maximum size of responses and uploads in bytes, because they are loaded into memory. */
const MAX_BYTES = 256 * 1024 * 1024;

export function nameOf({ path }: FileTarget): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Reads a file, including unsaved changes. Throws `AppError` with the invalid line. */
export async function readContent(uri: vscode.Uri): Promise<Content> {
  const text = await textOf(uri);
  switch (kindOf(uri.path)) {
    case 'answers': {
      const folder = vscode.Uri.joinPath(uri, '..').fsPath;
      const place = { file: nameOf(uri), folder, faultProblem };
      return { kind: 'answers', answers: readAnswers(text, place) };
    }
    case 'frames':
    case 'exchange':
      return { kind: 'exchange', ...(await exchangeIn(uri, text)) };
    case undefined:
      throw new AppError(
        'badRecording',
        l10n.t('{0} isn’t a recording or a mock file.', nameOf(uri)),
      );
  }
}

/** Reads a file's recording. Throws `AppError` if the file isn't a recording. */
export async function readRecorded(uri: vscode.Uri): Promise<RecordingContent> {
  const content = await readContent(uri);
  if (content.kind === 'exchange') return content;
  throw new AppError('badRecording', l10n.t('{0} isn’t a recording.', nameOf(uri)));
}

async function exchangeIn(uri: vscode.Uri, text: string): Promise<RecordingContent> {
  const line = kindOf(uri.path) === 'frames' ? badLine(text) : badPlace(text);
  if (line !== undefined) {
    throw new AppError(
      'badRecording',
      l10n.t('Line {0} of {1} isn’t valid JSON.', line, nameOf(uri)),
    );
  }
  const [part, rules] = await Promise.all([partsOf(uri, text), rulesOf(uri)]);
  try {
    return { exchange: readExchange(text, part), rules };
  } catch (cause) {
    throw new AppError('badRecording', `${nameOf(uri)}: ${errorMessage(cause)}`, { cause });
  }
}

/** Returns the first invalid line. Undefined if all are JSON. */
function badLine(text: string): number | undefined {
  const at = text.split('\n').findIndex((line) => line.trim() !== '' && !isObject(tryParse(line)));
  return at < 0 ? undefined : at + 1;
}

function badPlace(text: string): number | undefined {
  const { mistake } = parseJson(text);
  return mistake && text.slice(0, mistake.offset).split('\n').length;
}

const PART = /\b[\da-f]{64}\.\w+\b/g;

/** Loads a recording's parts. Access to a missing part throws. */
async function partsOf(uri: vscode.Uri, text: string): Promise<(name: string) => Buffer> {
  const names = [...new Set(text.match(PART))];
  const read = await Promise.all(
    names.map(async (name) => [name, await bytesOf(uri, name).catch(() => undefined)] as const),
  );
  const parts = new Map(read);
  return (name) => {
    const bytes = parts.get(name);
    if (bytes) return bytes;
    const file = `${BODIES}/${name}`;
    throw new AppError(
      'badRecording',
      l10n.t('Couldn’t read {0}, which is part of this recording.', file),
    );
  };
}

/** Finds a part by hash prefix. Undefined if missing or unreadable. */
async function partNamed(uri: vscode.Uri, hash: string): Promise<Uint8Array | undefined> {
  const folder = vscode.Uri.joinPath(uri, '..', BODIES);
  try {
    const all = await vscode.workspace.fs.readDirectory(folder);
    const [name] = all.flatMap(([one]) => (one.startsWith(hash) ? [one] : []));
    return name === undefined ? undefined : await bytesOf(uri, name);
  } catch {
    // The folder doesn't exist, or the entry isn't a regular file.
    return undefined;
  }
}

async function bytesOf(uri: vscode.Uri, name: string): Promise<Buffer> {
  const place = vscode.Uri.joinPath(uri, '..', BODIES, name);
  if (place.scheme === 'file') {
    const found = resolveTarget(vscode.Uri.joinPath(uri, '..').fsPath, place.fsPath);
    if ('wrong' in found) throw new AppError('badPlace', `${name} isn’t a regular file.`);
  }
  return Buffer.from(await readBytes(place));
}

async function textOf(uri: vscode.Uri): Promise<string> {
  const address = uri.toString();
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === address);
  // Clean documents without an editor may be outdated.
  if (open?.isDirty) return open.getText();
  return new TextDecoder().decode(await readBytes(uri));
}

async function readBytes(uri: vscode.Uri): Promise<Uint8Array> {
  const { size } = await statOf(uri);
  if (uri.scheme === 'file') await requirePlainFile(uri.fsPath);
  if (size > MAX_BYTES) {
    throw new AppError('tooLarge', l10n.t('{0} is too large.', nameOf(uri)));
  }
  return await vscode.workspace.fs.readFile(uri);
}

async function statOf(uri: vscode.Uri): Promise<vscode.FileStat> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch (cause) {
    const isGone = cause instanceof vscode.FileSystemError && cause.code === 'FileNotFound';
    if (!isGone) throw cause;
    const message = l10n.t('{0} no longer exists.', nameOf(uri));
    throw new AppError('notFound', message, { cause });
  }
}

/** Reads the comparison rules: next to the session folders with `--recordings`, otherwise the project's. */
async function rulesOf(uri: vscode.Uri): Promise<MatchRules> {
  const beside = vscode.Uri.joinPath(uri, '..', '..', RULES_FILE);
  const project = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const files = project ? [beside, vscode.Uri.joinPath(project, RECORDINGS, RULES_FILE)] : [beside];
  return await firstRules(files, readBytes);
}

/**
 * Returns the uploaded bytes from the recording's folder or from a file that the user selects, because
 * recordings have only their size and hash. Undefined if canceled. Throws `AppError` if the file differs.
 */
export async function uploadedBytes(
  { prompts, system }: Pick<RecordingsHost, 'prompts' | 'system'>,
  uri: vscode.Uri,
  { request: { upload } }: Exchange,
): Promise<{ readonly bytes?: Uint8Array } | undefined> {
  if (!upload) return {};
  const name = nameOf(uri);
  const size = shownSize(upload.bytes);
  if (upload.bytes > MAX_BYTES) {
    throw new AppError(
      'tooLarge',
      l10n.t('The upload in {0} is too large to resend ({1}).', name, size),
    );
  }
  if (upload.bytes === 0) return { bytes: new Uint8Array(0) };
  const beside = await partNamed(uri, upload.sha256);
  if (beside && isSame(beside, upload)) return { bytes: beside };
  const choose = l10n.t('Select File…');
  const question = l10n.t('The file uploaded in {0} wasn’t recorded.', name);
  const detail = l10n.t(
    'The recording stores only the size and hash of the upload: {0}, {1}, SHA-256 {2}. No matching file was found in {3}. Select the file that was uploaded. Any other file is rejected.',
    size,
    upload.mimeType,
    upload.sha256,
    BODIES,
  );
  if ((await prompts.confirm(question, { detail, actions: [choose] })) !== choose) return undefined;
  const filter = { name: l10n.t('All Files'), extensions: ['*'] };
  const picked = await system.pickFile({ title: question, label: l10n.t('Select'), filter });
  if (!picked) return undefined;
  if (isSame(picked.bytes, upload)) return { bytes: picked.bytes };
  throw new AppError('otherFile', l10n.t('{0} isn’t the file that was uploaded.', picked.path), {
    hint: l10n.t('Nothing was sent. The file’s SHA-256 must be {0}.', upload.sha256),
  });
}

function isSame(bytes: Uint8Array, { bytes: size, sha256 }: RecordedUpload): boolean {
  return bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256;
}
