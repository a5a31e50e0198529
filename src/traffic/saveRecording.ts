import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as vscode from 'vscode';
import { redact } from '../api/redact';
import { AppError, errorMessage } from '../base/errors';
import type { JsonValue } from '../base/json';
import { commandId } from '../catalog/commands';
import { plainText } from '../platform/plainText';
import type { Prompts } from '../platform/prompts';
import type { TextDocuments } from '../platform/textDocuments';
import { Canonicalizer } from '../recordings/canonical';
import { findRules, type MatchRules, RULES_FILE } from '../recordings/rules';
import {
  type CompletedExchange,
  exchangeOf,
  requestFor,
  saveExchange,
} from '../recordings/saveExchange';
import { revealingParts } from '../recordings/secrets';
import { RecordingFolder } from '../recordings/store';
import { comparableRequest, type SessionExchange } from '../service/sessionExchange';
import { type Connections, EMULATOR_ID } from '../service/connection';
import { defaultRecordings, RECORDINGS } from '../service/folderSession';
import { findProgram, type SessionEntry, type ShownSession } from '../service/sessionTraffic';
import type { TrafficEntry, TrafficLog } from '../service/trafficLog';
import { toCompletedAppExchange, toCompletedExchange } from './exchangeUses';

interface SaveRecordingDeps {
  readonly traffic: TrafficLog;
  readonly connections: Connections;
  readonly prompts: Pick<Prompts, 'notify' | 'pick'>;
  readonly onError: (error: unknown) => void;
}

/**
 * Saves a request as a recording and opens the file. Throws `AppError` if the request isn't retained or contains
 * content that must not be written.
 */
export async function saveRecording(deps: SaveRecordingDeps, id: number): Promise<void> {
  const { traffic, prompts, onError } = deps;
  requireTrust();
  const program = findProgram(traffic, id);
  const entry = traffic.find(id);
  if (!program && !entry) {
    throw new AppError('noExchange', l10n.t('This request is no longer available.'), {
      hint: l10n.t('The Traffic view was cleared or contains only newer requests.'),
    });
  }
  const past = program ? toCompletedAppExchange(program) : entry && ownPast(deps, entry);
  const project = program ? projectOf(traffic.sessions, program) : await chooseProject(deps);
  if (!past || !project) return;
  const folder = recordingsOf(project);
  const { file, wasThere } = save(project, folder, past, program);
  const uri = vscode.Uri.file(join(folder, file));
  const show = async (): Promise<void> => {
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  };
  if (!wasThere) {
    await show();
    return;
  }
  const open = l10n.t('Open');
  const message = l10n.t('This request is already recorded as {0}.', plainText(file));
  // Not awaited, because the recording is already saved.
  void prompts
    .notify('info', message, open)
    .then((answer) => (answer === open ? show() : undefined))
    .catch(onError);
}

function save(
  project: Project,
  folder: string,
  past: CompletedExchange,
  program: SessionEntry | undefined,
): ReturnType<typeof saveExchange> {
  const surroundings = { workingDirectory: project.path, homeDirectory: homedir() };
  const credentials = revealingParts(program?.wire?.secrets ?? []);
  try {
    const rules = rulesOf(project);
    const exchange = exchangeOf(past, surroundings);
    return saveExchange(new RecordingFolder(folder, project.path), exchange, rules, credentials);
  } catch (cause) {
    const reason = cause instanceof AppError ? String(cause.reason) : 'notSaved';
    throw new AppError(reason, l10n.t('Couldn’t save the recording: {0}', errorMessage(cause)), {
      cause,
    });
  }
}

function ownPast({ connections }: SaveRecordingDeps, entry: TrafficEntry): CompletedExchange {
  const { connection = '', host } = entry;
  const { endpoint } = connections.find(connection) ?? {};
  const scheme = connection === EMULATOR_ID ? 'http' : 'https';
  const known = connection === EMULATOR_ID ? undefined : endpoint?.replace(/\/$/, '');
  return toCompletedExchange(entry, [known ?? `${scheme}://${host}`]);
}

/** Lets the user select if there are several. Undefined if canceled. */
async function chooseProject({ prompts }: SaveRecordingDeps): Promise<Project | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new AppError('noFolder', l10n.t('No folder is open in this window.'), {
      hint: l10n.t('Open a folder. Recordings are saved in it.'),
    });
  }
  const here = folders.filter(({ uri }) => uri.scheme === 'file');
  if (here.length === 0) throw isInOtherFolder();
  const [first] = here;
  const chosen =
    here.length === 1
      ? first
      : await prompts.pick(
          { title: l10n.t('Save as Recording'), placeholder: l10n.t('Select a folder') },
          here.map((folder) => ({ label: folder.name, icon: 'folder', value: folder })),
        );
  if (!chosen) return undefined;
  const recordings = defaultRecordings({ uri: chosen.uri.toString() });
  return { path: chosen.uri.fsPath, recordings };
}

function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new AppError(
    'notTrusted',
    l10n.t('Recordings can be made only in a trusted workspace. This one is in Restricted Mode.'),
  );
}

export interface Project {
  readonly path: string;
  readonly recordings: string;
}

/** Returns the workspace folder of an app's session. Undefined if the session is no longer shown. */
export function projectOf(
  sessions: readonly ShownSession[],
  entry: SessionEntry,
): Project | undefined {
  const session = sessions.find(({ entries }) => entries.includes(entry));
  const uri = session && vscode.Uri.parse(session.uri, true);
  if (!uri) return undefined;
  if (uri.scheme !== 'file') throw isInOtherFolder();
  return { path: uri.fsPath, recordings: session.recordings ?? defaultRecordings(session) };
}

function recordingsOf({ path, recordings }: Project): string {
  return resolve(path, recordings);
}

/** Returns the match rules of a folder. Throws `AppError` if the rules file is invalid. */
export function rulesOf({ path }: Project): MatchRules {
  return findRules(join(path, RECORDINGS, RULES_FILE));
}

function isInOtherFolder(): AppError {
  return new AppError(
    'notReadable',
    l10n.t('Recordings can be saved only on the local file system.'),
  );
}

interface NearestDeps {
  readonly traffic: Pick<TrafficLog, 'sessions'>;
  readonly documents: TextDocuments;
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly redact: (text: string) => string;
}

interface NearestRecording {
  readonly entry: SessionEntry;
  readonly project: Project;
  readonly folder: RecordingFolder;
  readonly file: string;
}

/** Opens the closest recording in the preview. Throws `AppError` if the recording doesn't exist. */
export async function showNearest({ traffic }: NearestDeps, id: number): Promise<void> {
  const near = findNearest(traffic, id);
  await vscode.commands.executeCommand(commandId('openReadableView'), uriOf(near));
}

/**
 * Compares an unmatched request with its closest recording, both normalized. Throws `AppError` if the recording
 * doesn't exist.
 */
export async function compareWithNearest(deps: NearestDeps, id: number): Promise<void> {
  const { traffic, documents, redact: clean } = deps;
  const near = findNearest(traffic, id);
  const { entry, project, folder, file } = near;
  const given = comparableRequest(entry);
  if (!given) {
    // Only the emulator has Live API messages and bodies too long to be retained here.
    await vscode.commands.executeCommand(commandId('compareWithMissed'), uriOf(near));
    return;
  }
  const surroundings = { workingDirectory: project.path, homeDirectory: homedir() };
  const asked = requestFor(given, surroundings);
  const canonicalizer = new Canonicalizer(rulesOf(project));
  const { exchange } = folder.read(file);
  const secrets = revealingParts(entry.wire?.secrets ?? []);
  const text = (json: JsonValue): string =>
    clean(redact(`${JSON.stringify(json, undefined, 2)}\n`, secrets));
  const left = text(canonicalizer.of(exchange.operation, exchange.request).value);
  const right = text(canonicalizer.of(given.operation, asked).value);
  if (left === right) {
    await reportNoDifference(deps, near);
    return;
  }
  await documents.compare(
    { name: l10n.t('recorded {0}', file), read: () => left },
    { name: l10n.t('unmatched {0}', file), read: () => right },
    l10n.t('{0} (Recorded ↔ Unmatched)', file),
  );
}

/** Explains why there is no difference: the recording was used up or was made after the request. */
async function reportNoDifference(deps: NearestDeps, near: NearestRecording): Promise<void> {
  const { prompts } = deps;
  const show = l10n.t('Open Closest Recording');
  const message = l10n.t(
    'The request matches {0}, but each recording is used only once. The recording was already used or was created after the request.',
    plainText(near.file),
  );
  if ((await prompts.notify('info', message, show)) !== show) return;
  await vscode.commands.executeCommand(commandId('openReadableView'), uriOf(near));
}

function findNearest(traffic: NearestDeps['traffic'], id: number): NearestRecording {
  const entry = findProgram(traffic, id);
  const project = entry && projectOf(traffic.sessions, entry);
  if (!project) {
    throw new AppError('noExchange', l10n.t('This request is no longer available.'), {
      hint: l10n.t('The Traffic view was cleared or contains only newer requests.'),
    });
  }
  const { nearest: file = '' }: SessionExchange = entry;
  const folder = new RecordingFolder(recordingsOf(project));
  if (folder.list().includes(file)) return { entry, project, folder, file };
  throw new AppError('noRecording', l10n.t('The recording {0} no longer exists.', file), {
    hint: l10n.t('Run your app again to compare its request with the current recordings.'),
  });
}

const uriOf = ({ folder, file }: NearestRecording): vscode.Uri =>
  vscode.Uri.file(join(folder.path, file));
