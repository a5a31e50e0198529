import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError } from '../../base/errors';
import { isObject, items, type JsonValue, textAt } from '../../base/json';
import { askEmulator } from '../../service/emulatorControl';
import { sessionAddress } from '../../service/folderSession';
import { Canonicalizer } from '../canonical';
import type { RecordingsHost } from './context';
import { nameOf, readRecorded } from './recordingFile';

/**
 * Compares the request of a recording with the last one that the emulator had no recording for, and that this one is most
 * like: both in the form in which requests are compared. Throws `AppError` where there is none.
 */
export async function compareWithMissed(host: RecordingsHost, uri: vscode.Uri): Promise<void> {
  const { documents } = host;
  const { exchange, rules } = await readRecorded(uri);
  const missed = await missedNear(host, uri);
  if (!missed) {
    throw new AppError(
      'noMiss',
      l10n.t('{0} isn’t the closest recording of any unmatched request.', nameOf(uri)),
      {
        hint: l10n.t('Run your app in Replay mode first. Then compare its unmatched requests.'),
      },
    );
  }
  const { asked, recorded } = missed;
  // Of a live session, one message is compared with the one that was expected in its place.
  const value = recorded ?? new Canonicalizer(rules).of(exchange.operation, exchange.request).value;
  const text = (json: JsonValue): string => `${JSON.stringify(json, undefined, 2)}\n`;
  await documents.compare(
    { name: l10n.t('recorded {0}', nameOf(uri)), read: () => text(value) },
    { name: l10n.t('unmatched {0}', nameOf(uri)), read: () => text(asked) },
    l10n.t('{0} (Recorded ↔ Unmatched)', nameOf(uri)),
  );
}

interface Missed {
  readonly asked: JsonValue;
  readonly recorded: JsonValue | undefined;
}

/** In whichever session of the emulator that replays the folder of the recording. */
async function missedNear(
  { emulator, http }: RecordingsHost,
  uri: vscode.Uri,
): Promise<Missed | undefined> {
  // One that does not run has missed nothing.
  if (emulator.state.status !== 'running') return undefined;
  const address = await emulator.start();
  const { sessions } = await askEmulator(http, address, 'GET', 'sessions');
  const names = items(sessions)
    .filter(isObject)
    .filter(({ misses }) => typeof misses === 'number' && misses > 0)
    .map((session) => textAt(session, 'name'));
  const folder = vscode.Uri.joinPath(uri, '..').fsPath;
  for (const name of names.toReversed()) {
    const own = sessionAddress(address, name);
    const body = { nearest: nameOf(uri), folder };
    const { asked, recorded } = await askEmulator(http, own, 'POST', 'miss', body);
    if (asked !== undefined) return { asked, recorded };
  }
  return undefined;
}
