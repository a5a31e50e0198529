import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { redact } from '../api/redact';
import type { JsonValue } from '../base/json';
import { AppError } from '../base/errors';
import { commandId } from '../catalog/commands';
import { plainText } from '../platform/plainText';
import type { Prompts } from '../platform/prompts';
import type { TextDocuments } from '../platform/textDocuments';
import { Canonicalizer } from '../recordings/canonical';
import { requestFor } from '../recordings/saveExchange';
import { revealingParts } from '../recordings/secrets';
import { RecordingFolder } from '../recordings/store';
import { comparableRequest } from '../service/comparableRequest';
import type { SessionExchange } from '../service/sessionExchange';
import { findProgram, type SessionEntry } from '../service/sessionTraffic';
import type { TrafficLog } from '../service/trafficLog';
import { type Project, projectOf, recordingsOf, rulesOf } from './project';

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
