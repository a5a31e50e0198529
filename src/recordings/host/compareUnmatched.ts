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
 * Compares a recording with the closest unmatched request of the emulator, both in canonical form. Throws
 * `AppError` if there isn't one.
 */
export async function compareWithUnmatched(host: RecordingsHost, uri: vscode.Uri): Promise<void> {
  const { documents } = host;
  const { exchange, rules } = await readRecorded(uri);
  const missed = await findUnmatchedNear(host, uri);
  if (!missed) {
    throw new AppError(
      'noMiss',
      l10n.t('{0} isn’t the closest recording for any unmatched request.', nameOf(uri)),
      {
        hint: l10n.t('Run your app in Replay mode first. Then compare its unmatched requests.'),
      },
    );
  }
  const { asked, recorded } = missed;
  // For a Live API session, compares the unmatched message with the expected one.
  const value = recorded ?? new Canonicalizer(rules).of(exchange.operation, exchange.request).value;
  const text = (json: JsonValue): string => `${JSON.stringify(json, undefined, 2)}\n`;
  await documents.compare(
    { name: l10n.t('recorded {0}', nameOf(uri)), read: () => text(value) },
    { name: l10n.t('unmatched {0}', nameOf(uri)), read: () => text(asked) },
    l10n.t('{0} (Recorded ↔ Unmatched)', nameOf(uri)),
  );
}

interface UnmatchedRequest {
  readonly asked: JsonValue;
  readonly recorded: JsonValue | undefined;
}

async function findUnmatchedNear(
  { emulator, http }: RecordingsHost,
  uri: vscode.Uri,
): Promise<UnmatchedRequest | undefined> {
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
