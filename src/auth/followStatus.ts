import { DisposableStore, type Disposable } from '../base/disposable';
import type { L10n } from '../platform/l10n';
import type { Connection, Connections } from '../service/connection';
import type { Emulator } from '../service/emulator';
import { readAccountState, type AccountState } from './accountState';
import type { SignIns } from './oauth/signIns';
import { statusText, type StatusText } from './statusText';

export interface FollowStatusParts {
  readonly connections: Pick<Connections, 'active' | 'onDidChange'>;
  readonly emulator: Pick<Emulator, 'state' | 'onDidChangeState'>;
  /** Loads what accounts need: only called while the connection in use is one of an account. */
  readonly signIns: () => Promise<Pick<SignIns, 'accounts'>>;
  readonly l10n: L10n;
}

const UNKNOWN: AccountState = { kind: 'unknown' };

/** Says at once, and after each change, what the status bar is to show. */
export function followStatus(
  { connections, emulator, signIns, l10n }: FollowStatusParts,
  show: (text: StatusText) => void,
): Disposable {
  const disposables = new DisposableStore();
  // Stays while it is read anew, so that nothing flickers.
  let known: { readonly id: string; readonly state: AccountState } | undefined;
  let latest = 0;
  const update = (): void => {
    const { active } = connections;
    const account = known && known.id === active?.id ? known.state : UNKNOWN;
    show(statusText(active, emulator.state, account, l10n));
  };
  let isFollowing = false;
  /** Whether a sign-in still works shows with its calls. */
  const load: typeof signIns = async () => {
    const loaded = await signIns();
    if (!isFollowing && !disposables.isDisposed) {
      isFollowing = true;
      disposables.add(loaded.accounts.onDidChangeEnd(refresh));
    }
    return loaded;
  };
  const readAccount = async (connection: Connection, turn: number): Promise<void> => {
    const state = await readAccountState(load, connection);
    if (turn !== latest || disposables.isDisposed) return;
    known = { id: connection.id, state };
    update();
  };
  const refresh = (): void => {
    const turn = ++latest;
    const { active } = connections;
    update();
    if (active?.auth === 'oauth') void readAccount(active, turn);
  };
  disposables.add(connections.onDidChange(refresh));
  disposables.add(emulator.onDidChangeState(update));
  refresh();
  return disposables;
}
