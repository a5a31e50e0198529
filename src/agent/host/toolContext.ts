import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError } from '../../base/errors';
import { requireConnected } from '../../platform/errors';
import { EMULATOR_ID } from '../../service/connection';
import { askEmulator } from '../../service/emulatorControl';
import { digest, temporarySession, sessionAddress } from '../../service/folderSession';
import { numberSetting } from '../../service/numberSetting';
import type { SessionEntry, ShownSession } from '../../service/sessionTraffic';
import type { TrafficEntry } from '../../service/trafficLog';
import { requestStatus } from '../../traffic/entryText';
import { exchangeText } from '../../traffic/exchangeDocument';
import { sessionExchangeText } from '../../traffic/sessionDocument';
import { sessionVerdict } from '../../traffic/sessionText';
import type { Failure, ToolContext } from '../tool';
import type { AgentHost } from './context';

/** Maximum number of failures from each sender. */
const MAX_FAILURES = 20;

/** Returns the context of this window’s tools: its current connection, folders, and traffic. */
export function toolContext(host: AgentHost): ToolContext {
  const { connections, clients, emulator, sessions, http, settings, log, redact } = host;
  const active = () => requireConnected(connections.active);
  return {
    now: () => Date.now(),
    folders: trustedFolders,
    connection: () => ({ name: active().name, isLive: active().id !== EMULATOR_ID }),
    client: async () => await clients.get(active().id),
    openSession: async (mode, folder, project) => {
      // Separate from apps, so that recordings remain unused for them.
      const session = temporarySession(`agent-${digest(`${mode} ${folder}`)}`);
      const address = sessionAddress(await emulator.start(), session);
      await askEmulator(http, address, 'POST', 'mode', { mode, folder, project });
      const client = await sessions.inSession(EMULATOR_ID, session);
      return { client, service: address.baseUrl };
    },
    failures: () => Promise.resolve(failuresOf(host).map((one) => redacted(one, redact))),
    budget: () => {
      const tokens = numberSetting('tests.maxTokens', settings);
      const cents = numberSetting('tests.maxCents', settings);
      return { ...(tokens > 0 && { tokens }), ...(cents > 0 && { dollars: cents / 100 }) };
    },
    // Each call has its own budget, which the user has seen.
    spend: () => undefined,
    log,
  };
}

function trustedFolders(): readonly string[] {
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  if (isTrusted)
    return workspaceFolders.flatMap(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : []));
  throw new AppError('notTrusted', l10n.t('This workspace isn’t trusted.'), {
    hint: l10n.t('Ask the user to trust the workspace.'),
  });
}

function failuresOf({ traffic, connections }: AgentHost): readonly Failure[] {
  const { entries } = traffic;
  const nameOf = (id: string): string | undefined => connections.find(id)?.name;
  const own = entries
    .filter((entry) => requestStatus(entry) === 'bad')
    .slice(-MAX_FAILURES)
    .map((entry) => ownFailure(entry, exchangeText(entry, { nameOf, entries })));
  const others = traffic.sessions.flatMap((session) =>
    session.entries
      .filter((entry) => ['bad', 'miss'].includes(sessionVerdict(entry)))
      .slice(-MAX_FAILURES)
      .map((entry) => appFailure(entry, session)),
  );
  return [...own, ...others].sort((one, other) => other.at - one.at);
}

function ownFailure(entry: TrafficEntry, details: string): Failure {
  const { startedAt, name, status, recording } = entry;
  return {
    ...{ at: startedAt, app: l10n.t('this window'), name, details },
    ...(status !== undefined && { status }),
    ...(recording && status !== undefined && { error: recording.responseText }),
  };
}

function appFailure(entry: SessionEntry, { label }: ShownSession): Failure {
  const { startedAt, operation, method, target, status, wire } = entry;
  return {
    ...{ at: startedAt, app: label, details: sessionExchangeText(entry) },
    name: operation ?? `${method} ${target.split('?', 1)[0] ?? ''}`,
    ...(status !== undefined && { status }),
    ...(wire && { error: Buffer.concat(wire.pieces.map(({ bytes }) => bytes)).toString('utf8') }),
  };
}

function redacted(failure: Failure, redact: (text: string) => string): Failure {
  return { ...failure, details: redact(failure.details) };
}
