import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { Client } from '../../api/call';
import { notificationProgress } from '../../platform/progress';
import { EMULATOR_ID } from '../../service/connection';
import { askEmulator } from '../../service/emulatorControl';
import { temporarySession } from '../../service/folderSession';
import type { Exchange, RecordedResponse } from '../exchange';
import type { PathPlaceholders } from '../pathPlaceholders';
import { describeRules } from '../rules';
import { placesOf, projectOf } from './addRule';
import { type RecordingsHost, nameOf, readRecorded, uploadedBytes } from './recordingFile';
import { exchangeText } from './exchangeText';
import { framesText } from './framesText';
import { rerunSession, sessionDifferences } from './rerunSession';
import { isMiss, isSame, replayedAnswer } from './resendRecorded';

/**
 * Sends a recorded request to the emulator and shows the response. Uses a separate session, so that the apps
 * under test can still use all recordings.
 */
export async function replay(host: RecordingsHost, uri: vscode.Uri): Promise<void> {
  const { documents } = host;
  const recorded = await readRecorded(uri);
  const upload = await uploadedBytes(host, uri, recorded.exchange);
  if (!upload) return;
  const title = l10n.t('Replaying {0}…', nameOf(uri));
  const text = await notificationProgress(title, (signal) =>
    recorded.exchange.talk
      ? sessionText(host, uri, recorded.exchange, signal)
      : answerText(host, uri, { ...recorded, ...upload }, signal),
  );
  if (text === undefined) return;
  const name = l10n.t('Replay of {0}', `${nameOf(uri)}.md`);
  await documents.show(
    { name, subject: `replay:${uri.toString()}`, read: () => text },
    { beside: true },
  );
}

interface Bytes {
  readonly bytes?: Uint8Array | undefined;
}

/** Returns the response text. Undefined if too long to show. */
async function answerText(
  host: RecordingsHost,
  uri: vscode.Uri,
  { exchange, rules, bytes }: Awaited<ReturnType<typeof readRecorded>> & Bytes,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { client, service } = await withReplaySession(host, uri);
  const surrounded = { service, places: placesOf(uri) };
  const answer = await replayedAnswer(client, exchange, surrounded, signal, bytes);
  if (!answer) return undefined;
  return exchangeText(
    { ...exchange, answer },
    {
      ignored: describeRules(rules),
      title: l10n.t('Replay of {0}', exchange.operation),
      notes: [noteOf(answer, exchange.answer, placesOf(uri))],
    },
  );
}

async function sessionText(
  host: RecordingsHost,
  uri: vscode.Uri,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<string> {
  const { client, service } = await withReplaySession(host, uri);
  const surrounded = { service, places: placesOf(uri) };
  const talk = await rerunSession(client, exchange, surrounded, { signal });
  const { talk: recorded = talk } = exchange;
  const differences = sessionDifferences(recorded, talk);
  const isMissed = talk.closed.reason.startsWith('Not recorded');
  const note =
    differences.length === 0
      ? l10n.t('The emulator’s messages match the recording.')
      : isMissed
        ? l10n.t(
            'The emulator found no matching recording. The close reason names the closest one.',
          )
        : l10n.t('The emulator’s messages differ from the recording.');
  const title = l10n.t('Replay of {0}', exchange.operation);
  return framesText(talk, { title, notes: [note], differences });
}

async function withReplaySession(
  { emulator, sessions, http }: RecordingsHost,
  uri: vscode.Uri,
): Promise<{ readonly client: Client; readonly service: string }> {
  const folder = vscode.Uri.joinPath(uri, '..').fsPath;
  const project = projectOf(uri).fsPath;
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  const session = temporarySession(`replay-${digest}`);
  const address = await emulator.start();
  const service = `${address.baseUrl}/s/${session}`;
  const own = { ...address, baseUrl: service };
  // Resets the session: reloads recordings and marks all as unused.
  await askEmulator(http, own, 'POST', 'mode', { mode: 'replay', folder, project });
  return { client: await sessions.inSession(EMULATOR_ID, session), service };
}

function noteOf(
  answer: RecordedResponse,
  recorded: RecordedResponse,
  places: PathPlaceholders,
): string {
  if (isSame(answer, recorded, places))
    return l10n.t('The emulator’s response matches the recording.');
  return isMiss(answer)
    ? l10n.t(
        'The emulator found no matching recording. Its response shows how the closest one differs.',
      )
    : l10n.t('The emulator’s response differs from the recording.');
}
