import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { PlainRequest } from '../../api/request';
import { systemClock } from '../../base/clock';
import { AppError, errorMessage } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import { requireConnected } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { notificationProgress } from '../../platform/progress';
import { resolveTarget } from '../../platform/safeFiles';
import { confirmResend } from '../../service/confirmRequest';
import { type Connection, EMULATOR_ID } from '../../service/connection';
import { askEmulator } from '../../service/emulatorControl';
import { temporarySession, sessionAddress, relayedFor } from '../../service/folderSession';
import { Canonicalizer } from '../canonical';
import { findDifferences } from '../difference';
import type { Exchange, RecordedSession } from '../exchange';
import { type WrittenRecording, writeExchange } from '../fileFormat';
import type { MatchRules } from '../rules';
import { findSecret } from '../secrets';
import { mergeRecordings } from '../mergeRecordings';
import { BODIES, RecordingFolder } from '../store';
import { placesOf, projectOf } from './addRule';
import { type RecordingsHost, nameOf, readRecorded, uploadedBytes } from './recordingFile';
import { isClosedWithError, rerunSession, sessionDifferences } from './rerunSession';
import {
  sendRequest,
  requestToSend,
  requireOwnRecording,
  type PlaceholderContext,
} from './resendRecorded';

/**
 * Re-records with the current connection. Asks for confirmation, because the request uses quota. Leaves the
 * file unchanged if the response is equivalent.
 */
export async function rerecord(host: RecordingsHost, uri: vscode.Uri): Promise<void> {
  const { prompts, documents, report } = host;
  const name = nameOf(uri);
  await requireOwnFile(uri);
  const { exchange, rules } = await readRecorded(uri);
  const send = await confirmed(host, uri, exchange);
  if (!send) return;
  const title = l10n.t('Re-recording {0}…', name);
  const fresh = await notificationProgress(title, send);
  if (toRerecorded(exchange, fresh, rules)) {
    // Not awaited, because the notification may stay open.
    void prompts.notify('info', l10n.t('{0} wasn’t changed. The response is the same.', name));
    return;
  }
  if (isRefusal(fresh) && !isRefusal(exchange)) {
    const replace = l10n.t('Replace');
    const { closed } = fresh.talk ?? {};
    const refused = closed
      ? l10n.t('The server now closes the session: {0}', `${closed.code} ${closed.reason}`.trim())
      : l10n.t('The API now returns error {0}.', fresh.answer.status);
    const instead = l10n.t('Replace the recorded response in {0} with this error?', name);
    const answer = await prompts.confirm(refused, { detail: instead, actions: [replace] });
    if (answer !== replace) return;
  }
  const written = checked(fresh, host.redact);
  const before = writeExchange(exchange).text;
  replaceRecording(uri, written, host.log);
  const show = l10n.t('Show Changes');
  const told = l10n.t(
    'Re-recorded {0}. Changes: {1}.',
    name,
    changesText(exchange, fresh, [before, written.text]),
  );
  void prompts
    .notify('info', told, show)
    .then(async (answer) => {
      if (answer !== show) return;
      const left = { name, read: () => before };
      await documents.compareWith(left, uri.toString(), l10n.t('{0} (Before ↔ After)', name));
    })
    .catch((error: unknown) => report('recordings', error));
}

const isRefusal = ({ answer: { status }, talk }: Exchange): boolean =>
  talk ? isClosedWithError(talk) : status >= 400;

/** Sends the recorded request after confirmation. Undefined if canceled. Throws `AppError`. */
async function confirmed(
  host: RecordingsHost,
  uri: vscode.Uri,
  exchange: Exchange,
): Promise<((signal: AbortSignal) => Promise<Exchange>) | undefined> {
  const { prompts } = host;
  const name = nameOf(uri);
  const connection = requireConnected(host.connections.active);
  const upload = await uploadedBytes(host, uri, exchange);
  if (!upload) return undefined;
  const service =
    connection.id === EMULATOR_ID ? (await host.emulator.start()).baseUrl : connection.endpoint;
  const asked = { connection, surrounded: { service, places: placesOf(uri) } };
  const read = {
    message: l10n.t('Re-record {1} using “{0}”?', connection.name, name),
    action: l10n.t('Re-record'),
  };
  if (exchange.talk) {
    requireOwnRecording(exchange);
    const detail = l10n.t(
      'Resends all client messages with this connection’s credential and quota. The new session replaces the recorded one.',
    );
    const actions = [read.action];
    if ((await prompts.confirm(read.message, { detail, actions })) !== read.action)
      return undefined;
    return async (signal) => ({
      ...exchange,
      talk: await rerunLive(host, asked, uri, exchange, signal),
    });
  }
  const request = requestToSend(exchange, asked.surrounded, upload.bytes);
  const note = l10n.t('The new response replaces the recorded one.');
  const detail = l10n.t(
    'Resends the request with this connection’s credential and quota. The new response replaces the recorded one.',
  );
  const question = { request, connection, note, read: { ...read, detail } };
  if (!(await confirmResend({ prompts }, question))) return undefined;
  return async (signal) => await rerunRequest(host, asked, { exchange, request }, signal);
}

interface RerecordRequest {
  readonly connection: Pick<Connection, 'id'>;
  readonly surrounded: PlaceholderContext;
}

async function rerunRequest(
  { sessions }: RecordingsHost,
  { connection, surrounded }: RerecordRequest,
  { exchange, request }: { readonly exchange: Exchange; readonly request: PlainRequest },
  signal: AbortSignal,
): Promise<Exchange> {
  // Bypasses the traffic view's response source, which may replay this recording.
  const client = await sessions.own(connection.id);
  const answer = await sendRequest(client, request, surrounded, systemClock, signal);
  if (answer) return { ...exchange, answer };
  throw new AppError('tooLarge', l10n.t('The response is too long to record.'));
}

async function rerunLive(
  { emulator, sessions, http }: RecordingsHost,
  { connection: { id }, surrounded }: RerecordRequest,
  uri: vscode.Uri,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<RecordedSession> {
  if (exchange.operation === 'live.bidiGenerateContentConstrained') {
    throw new AppError(
      'notRepeatable',
      l10n.t('Can’t re-record this session. It used an ephemeral token, which isn’t recorded.'),
      { hint: l10n.t('Record it again by running your app.') },
    );
  }
  const session = temporarySession(`record-${randomUUID().slice(0, 8)}`);
  const address = await emulator.start();
  const own = sessionAddress(address, session);
  const folder = vscode.Uri.joinPath(uri, '..').fsPath;
  const project = projectOf(uri).fsPath;
  const told = { upstream: surrounded.service, folder, project, keepsUnasked: true };
  const { acting } = await askEmulator(http, own, 'POST', 'mode', {
    mode: 'record-missing',
    ...told,
    ...relayedFor(id),
  });
  if (acting !== 'record-missing') {
    throw new AppError(
      'held',
      l10n.t('The emulator doesn’t record while the CI environment variable is set.'),
    );
  }
  try {
    const client = await sessions.inSession(id, session);
    return await rerunSession(client, exchange, surrounded, { signal });
  } finally {
    await askEmulator(http, own, 'POST', 'mode', { mode: 'generate' });
  }
}

function toRerecorded(before: Exchange, fresh: Exchange, rules: MatchRules): boolean {
  const old = { file: '', number: 1, exchange: before };
  return mergeRecordings([fresh], [old], new Canonicalizer(rules)).every(({ isKept }) => isKept);
}

/** Serializes the recording. Throws `AppError` if it contains a secret. */
function checked(exchange: Exchange, redact: RecordingsHost['redact']): WrittenRecording {
  const written = writeExchange(exchange);
  const found = findSecret(written, []);
  const texts = [written.text, ...[...written.parts.values()].map((one) => one.toString('latin1'))];
  const isOurs = texts.some((text) => redact(text) !== text);
  if (!found && !isOurs) return written;
  const where = found?.where ?? l10n.t('the response');
  throw new AppError('secretFound', l10n.t('There is a credential in {0}.', where), {
    hint: l10n.t('The recording wasn’t changed.'),
  });
}

function replaceRecording(
  uri: vscode.Uri,
  written: WrittenRecording,
  log: Pick<Log, 'warn'>,
): void {
  const folder = new RecordingFolder(vscode.Uri.joinPath(uri, '..').fsPath, projectOf(uri).fsPath);
  folder.write(nameOf(uri), written);
  try {
    // Removes only parts of the former response.
    folder.keepOnly(new Set(folder.list()));
  } catch (error) {
    // The parts of an invalid recording are unknown, so all parts are retained.
    log.warn(`recordings: ${errorMessage(error)}`);
  }
}

const NAMED = 3;

function changesText(
  old: Exchange,
  fresh: Exchange,
  [before, now]: readonly [string, string],
): string {
  if (old.talk && fresh.talk) {
    const all = sessionDifferences(old.talk, fresh.talk);
    const [first = '', ...others] = all;
    return others.length > 0 ? l10n.t('{0} and {1} more fields', first, others.length) : first;
  }
  const fields = findDifferences(
    JSON.parse(before) as JsonObject,
    JSON.parse(now) as JsonObject,
  ).map(({ field }) => field);
  const named = fields.slice(0, NAMED).join(', ');
  const rest = fields.length - NAMED;
  return rest > 0 ? l10n.t('{0} and {1} more fields', named, rest) : named;
}

/** Throws `AppError` if the file isn't local, has unsaved changes, or is a symbolic link. */
async function requireOwnFile(uri: vscode.Uri): Promise<void> {
  const name = nameOf(uri);
  if (uri.scheme !== 'file') {
    throw new AppError(
      'notReadable',
      l10n.t('Recordings can be saved only on the local file system.'),
    );
  }
  const document = vscode.workspace.textDocuments.find(
    (one) => one.uri.toString() === uri.toString(),
  );
  if (document?.isDirty) {
    throw new AppError('unsaved', l10n.t('{0} has unsaved changes.', name), {
      hint: l10n.t('Save or undo them, then try again.'),
    });
  }
  const folder = projectOf(uri).fsPath;
  const own = [uri, vscode.Uri.joinPath(uri, '..', BODIES, 'part')];
  for (const { fsPath } of own) {
    const place = resolveTarget(folder, fsPath);
    if (!('wrong' in place)) continue;
    const message = l10n.t('Couldn’t write to {0}. It’s a link or not a regular file.', name);
    throw new AppError('badPlace', message);
  }
}
