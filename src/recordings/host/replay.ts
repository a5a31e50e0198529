import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { systemClock } from '../../base/clock';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { notificationProgress } from '../../platform/progress';
import { EMULATOR_ID } from '../../service/connection';
import { askEmulator } from '../../service/emulatorControl';
import type { Exchange, RecordedAnswer } from '../exchange';
import { prepare } from '../play';
import { toldOf } from '../rules';
import { projectOf } from './addRule';
import type { RecordingsHost } from './context';
import { exchangeText } from './exchangeText';
import { nameOf, readRecorded } from './recordingFile';
import { answerTo, requestToSend } from './sendRecorded';

/** Recordings of the same request are used in their order: so many are tried until the one that is meant comes. */
const MOST_ALIKE = 20;

/**
 * Sends a recorded request to the emulator, and shows what it answers. The emulator replays the folder in a session for
 * this alone, so that recordings stay unused for the programs that are tested.
 */
export async function replay(host: RecordingsHost, uri: vscode.Uri): Promise<void> {
  const { documents } = host;
  const { l10n } = vscode;
  const { exchange, rules } = await readRecorded(uri);
  const title = l10n.t('Replaying {0}…', nameOf(uri));
  const answer = await notificationProgress(title, (signal) =>
    replayed(host, uri, exchange, signal),
  );
  if (!answer) return;
  const text = exchangeText(
    { ...exchange, answer },
    {
      ...{ ignored: toldOf(rules), l10n },
      title: l10n.t('Replay of {0}', exchange.operation),
      notes: [noteOf(answer, exchange.answer)],
    },
  );
  const name = l10n.t('Replay of {0}', `${nameOf(uri)}.md`);
  await documents.show(
    { name, subject: `replay:${uri.toString()}`, read: () => text },
    { beside: true },
  );
}

async function replayed(
  { emulator, sessions, http }: RecordingsHost,
  uri: vscode.Uri,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<RecordedAnswer | undefined> {
  const folder = vscode.Uri.joinPath(uri, '..').fsPath;
  const project = projectOf(uri).fsPath;
  const session = `replay-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`;
  const address = await emulator.start();
  const service = `${address.baseUrl}/s/${session}`;
  const request = requestToSend(exchange, { service, workingDirectory: project }, vscode.l10n);
  const own = { ...address, baseUrl: service };
  // Said anew each time: all recordings are unused again, and are read as they are now.
  await askEmulator(http, own, 'POST', 'mode', { mode: 'replay', folder, project });
  const client = await sessions.inSession(EMULATOR_ID, session);
  let first: RecordedAnswer | undefined;
  for (let count = 0; count < MOST_ALIKE; count += 1) {
    const answer = await answerTo(client, request, service, systemClock, signal);
    if (!answer || isSame(answer, exchange.answer)) return answer ?? first;
    first ??= answer;
    if (isMiss(answer)) break;
  }
  return first;
}

/** Byte for byte, and with the same status. */
function isSame(one: RecordedAnswer, other: RecordedAnswer): boolean {
  const [a, b] = [prepare(one), prepare(other)];
  return a.status === b.status && a.whole === b.whole;
}

/** Whether the emulator says that nothing is recorded. */
function isMiss({ status, body }: RecordedAnswer): boolean {
  if (status !== 404 || body.kind !== 'json' || !isObject(body.json)) return false;
  const details = items(objectAt(body.json, 'error').details).filter(isObject);
  return details.some((detail) => textAt(detail, 'reason') === 'RECORDING_NOT_FOUND');
}

function noteOf(answer: RecordedAnswer, recorded: RecordedAnswer): string {
  const { l10n } = vscode;
  if (isSame(answer, recorded)) return l10n.t('The emulator answers what was recorded.');
  return isMiss(answer)
    ? l10n.t(
        'The emulator finds no recording for it. What it answers says how the nearest one differs.',
      )
    : l10n.t('The emulator answers something else than what was recorded.');
}
