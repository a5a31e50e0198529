import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AppError, errorMessage } from '../base/errors';
import { plainText } from '../platform/plainText';
import type { Prompts } from '../platform/prompts';
import { exchangeOf, type CompletedExchange, saveExchange } from '../recordings/saveExchange';
import { revealingParts } from '../recordings/secrets';
import { RecordingFolder } from '../recordings/store';
import { type Connections, EMULATOR_ID } from '../service/connection';
import { defaultRecordings } from '../service/folderSession';
import { findProgram, type SessionEntry } from '../service/sessionTraffic';
import type { TrafficEntry, TrafficLog } from '../service/trafficLog';
import { toCompletedExchange } from './ownExchange';
import { toCompletedAppExchange } from './programExchange';
import { isInOtherFolder, type Project, projectOf, recordingsOf, rulesOf } from './project';

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
