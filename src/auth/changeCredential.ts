import * as l10n from '@vscode/l10n';
import { endpointName } from '../api/endpoint';
import { type ServiceReason, TransportError } from '../api/errors';
import { credentialProblem } from '../api/headers';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { System } from '../platform/system';
import { askForEndpoint } from '../service/askForEndpoint';
import type { CheckKey } from '../service/calls';
import type { AuthKind, Connection } from '../service/connection';
import type { AuthDeps } from './authDeps';
import { AUTH_KINDS } from './connectionList';
import { credentialKind } from './connectionItems';
import { askForProject, DEFAULT_ENDPOINT, useAdc } from './connectionQuestions';
import { deleteSecrets, deletionText, reportRemainingSecrets } from './removeConnection';
import type { AccountSteps } from './signInTo';

/**
 * Changes the credential or authentication method of a connection.
 * Deletes the old credential only after the setting refers to the new one.
 */
export async function changeCredential(
  deps: AuthDeps,
  connection: Connection,
  steps: AccountSteps,
): Promise<void> {
  const { prompts, connections } = deps;
  const { id, name, auth: old } = connection;
  const kind = await prompts.pick(
    {
      title: l10n.t('Authentication for “{0}”', name),
      placeholder: l10n.t(
        'Select an authentication method (select the current one to replace its credential)',
      ),
    },
    AUTH_KINDS.map((one) => ({
      ...credentialKind(one),
      ...(one === old ? { description: l10n.t('in use'), active: true } : {}),
    })),
  );
  if (!kind || (kind !== old && !(await mayChange(deps, connection, kind)))) return;
  const undo = async (): Promise<void> => {
    if (kind !== old) await deleteSecrets(deps, connection, [kind]);
  };
  try {
    const project = await obtain(deps, { ...connection, auth: kind }, steps);
    if (project === undefined) {
      await undo();
      return;
    }
    if (kind === old && project === (connection.project ?? '')) return;
    await connections.update(id, { auth: kind, project: project === '' ? undefined : project });
  } catch (error) {
    await undo();
    throw error;
  }
  if (kind !== old) {
    reportRemainingSecrets(deps, connection, await deleteSecrets(deps, connection, [old]));
  }
}

async function mayChange(deps: AuthDeps, connection: Connection, kind: AuthKind): Promise<boolean> {
  const { prompts } = deps;
  const { name, auth } = connection;
  if (auth === 'adc' || auth === 'none') return true;
  const change = l10n.t('Change');
  const { label } = credentialKind(kind);
  const answer = await prompts.confirm(
    l10n.t('Change authentication for “{0}” to “{1}”?', name, label),
    { detail: await deletionText(deps, connection), actions: [change] },
  );
  return answer === change;
}

/** Obtains and stores a credential. Returns the project, empty for none. Undefined if dismissed. */
async function obtain(
  deps: AuthDeps,
  connection: Connection,
  steps: AccountSteps,
): Promise<string | undefined> {
  const { vault, connections } = deps;
  const { id, name, endpoint, project = '' } = connection;
  const title = l10n.t('Authentication for “{0}”', name);
  switch (connection.auth) {
    case 'none':
      return project;
    case 'adc':
      return await useAdc(deps, { title, endpoint, project: connection.project });
    case 'apiKey': {
      const working = await askForWorkingKey(deps, { title, endpoint });
      if (!working) return undefined;
      await vault.write(id, { origin: working.endpoint, key: working.key });
      if (working.endpoint !== endpoint) {
        await connections.update(id, { endpoint: working.endpoint });
      }
      return project;
    }
    case 'oauth': {
      const client = await steps.pickClient(deps);
      if (!client) return undefined;
      const charged =
        connection.project ?? (await askForProject(deps, { title, value: client.project ?? '' }));
      if (charged === undefined) return undefined;
      return (await steps.signInTo(deps, connection, { client })) ? charged : undefined;
    }
  }
}

export interface AskForKeyDeps {
  readonly prompts: Prompts;
  readonly progress: Progress;
  readonly system: Pick<System, 'openExternal'>;
  readonly check: CheckKey;
}

export interface KeyForEndpoint {
  readonly endpoint: string;
  readonly key: string;
}

const KEY_PAGE = 'https://aistudio.google.com/apikey';

/** Prompts until a key works, or the user accepts or cancels. Keeps the entered text between attempts. */
export async function askForWorkingKey(
  deps: AskForKeyDeps,
  asked: { readonly title: string; readonly endpoint: string; readonly typed?: string },
): Promise<KeyForEndpoint | undefined> {
  const { prompts, system } = deps;
  const problemOf = (value: string): string | undefined => {
    const problem = credentialProblem(cleanKey(value));
    return problem && l10n.t('This API key can’t be used: {0}.', problem);
  };
  const { title } = asked;
  let { endpoint, typed = '' } = asked;
  for (;;) {
    const isGoogle = endpoint === DEFAULT_ENDPOINT;
    const text = await prompts.input({
      title,
      prompt: isGoogle
        ? l10n.t(
            'API key for {0}. Create one at aistudio.google.com/apikey. The key is stored in VS Code secret storage.',
            endpointName(endpoint),
          )
        : l10n.t(
            'API key for {0}. The key is stored in VS Code secret storage.',
            endpointName(endpoint),
          ),
      password: true,
      value: typed,
      validate: problemOf,
      ...(isGoogle && {
        buttons: [
          {
            icon: 'link-external',
            tooltip: l10n.t('Get an API Key from Google AI Studio'),
            run: () => void system.openExternal(KEY_PAGE),
          },
        ],
      }),
    });
    if (text === undefined) return undefined;
    typed = text;
    const problem = problemOf(text);
    if (problem !== undefined) {
      await prompts.notify('error', problem);
      continue;
    }
    const key = cleanKey(text);
    const way = await tryKey(deps, { title, endpoint, key });
    if (way === undefined) return undefined;
    if (way.kind === 'keep') return { endpoint: way.endpoint, key };
    endpoint = way.endpoint;
  }
}

export function cleanKey(text: string): string {
  const plain = text.replace(/[\s\p{Cf}]+/gu, '').replace(/^(?:export)?[A-Z][A-Z0-9_]*_KEY=/, '');
  return plain.replace(/^["'`“”‘’]+|["'`“”‘’,;]+$/g, '');
}

interface KeyDecision {
  readonly kind: 'keep' | 'correct';
  readonly endpoint: string;
}

interface TriedKey extends KeyForEndpoint {
  readonly title: string;
  readonly variable?: string;
}

/** Tests a key, optionally at other endpoints. Undefined if the user cancels. */
export async function tryKey(
  deps: AskForKeyDeps,
  tried: TriedKey,
): Promise<KeyDecision | undefined> {
  const { prompts, progress, check } = deps;
  const { title, key, variable } = tried;
  const [retry, correctKey, correctAddress, keep] = [
    l10n.t('Retry'),
    l10n.t('Edit Key…'),
    l10n.t('Edit URL…'),
    l10n.t('Save Anyway'),
  ];
  let { endpoint } = tried;
  for (;;) {
    try {
      await progress(l10n.t('Checking the API key…'), (signal) => check(endpoint, key, signal));
      return { kind: 'keep', endpoint };
    } catch (error) {
      if (CancelledError.is(error)) {
        if (variable === undefined) return { kind: 'correct', endpoint };
        throw error;
      }
      const fault = faultOf(error);
      const answer = await prompts.confirm(describeFault(fault, variable, error), {
        detail: error instanceof AppError ? (error.hint ?? '') : '',
        actions: [
          ...(fault === 'key' ? [] : [retry]),
          ...(fault === 'place' || variable !== undefined ? [] : [correctKey]),
          ...(fault === 'key' ? [] : [correctAddress]),
          keep,
        ],
      });
      if (answer === undefined) return undefined;
      if (answer === keep) return { kind: 'keep', endpoint };
      if (answer === correctKey) return { kind: 'correct', endpoint };
      if (answer !== correctAddress) continue;
      endpoint = (await askForEndpoint(deps, { title, value: endpoint })) ?? endpoint;
    }
  }
}

type Fault = 'key' | 'place' | 'unknown';

const OF_THE_KEY: readonly string[] = [
  'invalidKey',
  'blockedKey',
  'noCredential',
  'unauthenticated',
  'permission',
] satisfies readonly ServiceReason[];

function faultOf(error: unknown): Fault {
  if (error instanceof TransportError) return 'place';
  if (!(error instanceof AppError)) return 'unknown';
  const { reason } = error as AppError;
  return OF_THE_KEY.includes(reason) ? 'key' : 'unknown';
}

function describeFault(fault: Fault, variable: string | undefined, error: unknown): string {
  const why = errorMessage(error);
  if (fault === 'key') {
    return variable === undefined
      ? l10n.t('The API key was rejected: {0}', why)
      : l10n.t('The API key in {0} was rejected: {1}', variable, why);
  }
  return variable === undefined
    ? l10n.t('Couldn’t verify the API key: {0}', why)
    : l10n.t('Couldn’t verify the API key in {0}: {1}', variable, why);
}
