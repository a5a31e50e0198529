import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Http } from '../api/transport';
import { AppError } from '../base/errors';
import type { Emulator } from '../service/emulator';
import { askEmulator } from '../service/emulatorControl';
import { sessionAddress } from '../service/folderSession';
import { SessionModes, type SessionModesDeps } from './sessionModes';
import type { Folder } from './terminalSwitches';

const PLACES = 'terminals.recordings';

export function folderModes(
  emulator: Emulator,
  http: Http,
  memory: vscode.Memento,
  onError: (error: unknown) => void,
): SessionModes {
  const known = (): { readonly [uri: string]: string } => memory.get(PLACES, {});
  return new SessionModes({
    emulator,
    onError,
    pathOf,
    ask: askSession(emulator, http),
    places: {
      get: (uri) => known()[uri],
      set: (uri, recordings) => {
        if (known()[uri] === recordings) return;
        const { [uri]: _, ...others } = known();
        const next = recordings === undefined ? others : { ...others, [uri]: recordings };
        memory.update(PLACES, next).then(undefined, onError);
      },
    },
  });
}

/** Returns a function that sends session control requests and starts the emulator if necessary. */
export function askSession(emulator: Emulator, http: Http): SessionModesDeps['ask'] {
  return async (session, method, path, body) => {
    const address = await emulator.start();
    const own = sessionAddress(address, session);
    return await askEmulator(http, own, method, path, body);
  };
}

function pathOf({ uri }: Pick<Folder, 'uri'>): string {
  const folder = vscode.Uri.parse(uri, true);
  if (folder.scheme === 'file') return folder.fsPath;
  throw new AppError(
    'notReadable',
    l10n.t('Recordings can be saved only on the local file system.'),
  );
}
