import * as l10n from '@vscode/l10n';
import { endpointName } from '../api/endpoint';
import { TransportError, type ServiceReason } from '../api/errors';
import { credentialProblem } from '../api/headers';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { System } from '../platform/system';
import type { CheckKey } from '../service/calls';
import { askForEndpoint } from '../service/askForEndpoint';
import { DEFAULT_ENDPOINT } from './connectionQuestions';

export interface AskForKeyDeps {
  readonly prompts: Prompts;
  readonly progress: Progress;
  readonly system: Pick<System, 'openExternal'>;
  readonly check: CheckKey;
}

/** A key, and the service that it is for: the address may have been corrected on the way. */
export interface KeyForEndpoint {
  readonly endpoint: string;
  readonly key: string;
}

/** Where Google gives out keys. */
const KEY_PAGE = 'https://aistudio.google.com/apikey';

/** Until a key works, or the user wants it anyway, or gives up. What was typed is there again each time. */
export async function askForWorkingKey(
  deps: AskForKeyDeps,
  { title, endpoint: first }: { readonly title: string; readonly endpoint: string },
): Promise<KeyForEndpoint | undefined> {
  const { prompts, system } = deps;
  const problemOf = (value: string): string | undefined => {
    const problem = credentialProblem(cleanKey(value));
    return problem && l10n.t('This API key can’t be used: {0}.', problem);
  };
  let endpoint = first;
  let typed = '';
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

/**
 * A key as it is meant: pasted from a file or a page, it comes with line breaks, quotation marks, or the name
 * of its variable.
 */
export function cleanKey(text: string): string {
  const plain = text.replace(/[\s\p{Cf}]+/gu, '').replace(/^(?:export)?[A-Z][A-Z0-9_]*_KEY=/, '');
  return plain.replace(/^["'`“”‘’]+|["'`“”‘’,;]+$/g, '');
}

/** What comes of a key that was tried: it is kept, or corrected. */
interface KeyDecision {
  readonly kind: 'keep' | 'correct';
  readonly endpoint: string;
}

/** A question about a key that was not taken. `variable`: where it came from, if nobody typed it. */
interface TriedKey extends KeyForEndpoint {
  readonly title: string;
  readonly variable?: string;
}

/** Tries a key for as long as the user wants to, at other addresses too. Undefined where they give up. */
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
      const answer = await prompts.confirm(whatHappened(fault, variable, error), {
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

/** What has to be corrected: the key, the way to the service, or nobody knows. */
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

function whatHappened(fault: Fault, variable: string | undefined, error: unknown): string {
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
