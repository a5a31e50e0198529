import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { isObject, items, type JsonValue, objectAt, textAt } from '../../base/json';
import type { CommandHandlers } from '../../catalog/commands';
import type { Prompts } from '../../platform/prompts';
import { comparableRequest, isUnmatched } from '../../service/sessionExchange';
import { askEmulator } from '../../service/emulatorControl';
import { sessionAddress } from '../../service/folderSession';
import { findProgram } from '../../service/sessionTraffic';
import type { TrafficLog } from '../../service/trafficLog';
import { Canonicalizer } from '../canonical';
import { mapAllTexts } from '../exchange';
import { requestFor, type UnmatchedExchange } from '../saveExchange';
import { revealingParts } from '../secrets';
import { addRules, placesOf, projectOf } from './addRule';
import { type RecordingsHost, nameOf, readRecorded } from './recordingFile';
import { createRuleForUnmatched, createRules } from './makeRule';
import { newAnswersFile } from './newAnswersFile';
import { sessionExchange } from './liveConversation';
import { readableView } from './readableView';
import { rerecord } from './rerecord';
import { replay } from './replay';
import { requireOwnRecording } from './resendRecorded';
import { toModelExchange } from './modelExchange';

export { fileLenses } from './readableView';

type RecordingCommand =
  | 'openReadableView'
  | 'replayRecording'
  | 'openRecording'
  | 'makeRule'
  | 'makeMissedRule'
  | 'newAnswersFile'
  | 'compareWithMissed'
  | 'recordAgain';

/** Commands on recordings and mocks. Untrusted workspaces allow read-only ones. */
export function recordingCommands(host: RecordingsHost): CommandHandlers<RecordingCommand> {
  return {
    async openReadableView(target) {
      await host.documents.show(await readableView(subjectOf(target)), { beside: true });
    },
    async replayRecording(target) {
      requireTrust();
      await replay(host, subjectOf(target));
    },
    async openRecording(target) {
      requireTrust();
      await openInPlayground(host, subjectOf(target));
    },
    async makeRule(target) {
      requireTrust();
      const uri = subjectOf(target);
      const { exchange } = await readRecorded(uri);
      const { rules, leftOut } = createRules(exchange);
      if (!(await addRules(host, projectOf(uri), rules)) || leftOut === 0) return;
      const told = l10n.t('Spoken turns skipped: {0}.', leftOut);
      void host.prompts.notify('info', told);
    },
    async makeMissedRule(target) {
      requireTrust();
      if (!target) return;
      const { missed, folder } = findUnmatched(host.traffic, target.exchange);
      const rule = createRuleForUnmatched(missed, { redact: host.redact });
      await addRules(host, folder, [rule]);
    },
    async newAnswersFile() {
      requireTrust();
      const folder = await chooseFolder(host.prompts);
      const path = folder && (await newAnswersFile({ ...host }, folder));
      if (path === undefined) return;
      await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
    },
    async compareWithMissed(target) {
      requireTrust();
      await compareWithUnmatched(host, subjectOf(target));
    },
    async recordAgain(target) {
      requireTrust();
      await rerecord(host, subjectOf(target));
    },
  };
}

/** Returns a workspace folder, prompting if there are several. Undefined if canceled. Throws `AppError`. */
async function chooseFolder(prompts: Prompts): Promise<string | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const here = folders.filter(({ uri }) => uri.scheme === 'file');
  const [first] = here;
  if (!first) {
    throw new AppError('noFolder', l10n.t('No local folder is open in this window.'), {
      hint: l10n.t('Open your project folder.'),
    });
  }
  if (here.length === 1) return first.uri.fsPath;
  return await prompts.pick(
    { title: l10n.t('New Mock File'), placeholder: l10n.t('Select a folder') },
    here.map(({ name, uri }) => ({ label: name, icon: 'folder', value: uri.fsPath })),
  );
}

/** Returns the command's file, by default the active editor's. Throws `AppError` if there is none. */
function subjectOf(target: FileTarget | undefined): vscode.Uri {
  const uri = target ? vscode.Uri.from(target) : vscode.window.activeTextEditor?.document.uri;
  if (uri) return uri;
  throw new AppError('noRecording', l10n.t('No recording is open.'), {
    hint: l10n.t('Open a recording, then try again.'),
  });
}

/**
 * Throws `AppError` (`notTrusted`) in untrusted workspaces, because the command would send or write a
 * recording of unknown origin.
 */
function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new AppError(
    'notTrusted',
    l10n.t(
      'Recordings can be sent and written only in a trusted workspace. This one is in Restricted Mode.',
    ),
  );
}

async function openInPlayground({ promptFiles }: RecordingsHost, uri: vscode.Uri): Promise<void> {
  const recorded = await readRecorded(uri);
  requireOwnRecording(recorded.exchange);
  // Expands placeholders, because the conversation continues on this machine.
  const places = vscode.workspace.getWorkspaceFolder(uri) && placesOf(uri);
  const exchange = mapAllTexts(recorded.exchange, (text) => places?.placed(text) ?? text);
  const { talk } = exchange;
  const spoken = talk ? sessionExchange(talk) : toModelExchange(exchange);
  if (!spoken) {
    throw new AppError(
      'notSpoken',
      l10n.t('{0} doesn’t contain a request for a model response.', nameOf(uri)),
    );
  }
  const [first] = items(spoken.answer?.candidates).filter(isObject);
  const playground = await promptFiles();
  await playground.openSpoken({
    title: nameOf(uri).replace(/\.jsonl?$/, ''),
    mode: spoken.form === 'interaction' ? 'interaction' : 'chat',
    model:
      spoken.model === '' || spoken.model.includes('/') ? spoken.model : `models/${spoken.model}`,
    request: spoken.request,
    parts: items(objectAt(first ?? {}, 'content').parts).filter(isObject),
  });
}

/**
 * Compares a recording with the closest unmatched request of the emulator, both in canonical form. Throws
 * `AppError` if there isn't one.
 */
async function compareWithUnmatched(host: RecordingsHost, uri: vscode.Uri): Promise<void> {
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

/** Returns an unmatched request and the app's folder. Throws `AppError` if no longer available. */
function findUnmatched(
  traffic: Pick<TrafficLog, 'sessions'>,
  id: number,
): { readonly missed: UnmatchedExchange; readonly folder: vscode.Uri } {
  const entry = findProgram(traffic, id);
  const asked = entry && isUnmatched(entry) ? comparableRequest(entry) : undefined;
  const session = entry && traffic.sessions.find(({ entries }) => entries.includes(entry));
  if (!asked || !session) {
    throw new AppError('noExchange', l10n.t('This request is no longer available.'), {
      hint: l10n.t('The Traffic view was cleared or contains only newer requests.'),
    });
  }
  const folder = vscode.Uri.parse(session.uri, true);
  const surroundings = { workingDirectory: folder.fsPath, homeDirectory: homedir() };
  const missed = {
    operation: asked.operation,
    request: requestFor(asked, surroundings),
    credentials: revealingParts(entry.wire?.secrets ?? []),
  };
  return { missed, folder };
}
