import * as l10n from '@vscode/l10n';
import { CLOUD_PLATFORM, SCOPE_PREFIX } from '../api/operations/row';
import { type AppError, errorMessage, messageWithHint } from '../base/errors';
import type { Connection } from '../service/connection';
import type { AuthDeps } from './authDeps';
import type { SignedIn } from './authorizationCodeFlow';
import type { OAuthClient } from './oauthClient';
import { isCovered } from './scopes';

type QuestionDeps = Pick<AuthDeps, 'prompts'>;

/** Uses a notification because the user may be away. */
export async function confirmRestart(
  { prompts, run }: QuestionDeps & Pick<AuthDeps, 'run'>,
  error: AppError,
): Promise<boolean> {
  const [again, setUp] = [l10n.t('Start Over'), l10n.t('Set Up OAuth…')];
  const actions = OF_THE_CLIENT.includes(error.reason) ? [again, setUp] : [again];
  const answer = await prompts.notify('error', messageWithHint(error), ...actions);
  if (answer === setUp) await run('setUpOAuth');
  return answer === again;
}

const OF_THE_CLIENT: readonly string[] = ['accessDenied', 'badClient', 'policy'];

export async function confirmOtherScopes(
  { prompts }: QuestionDeps,
  { message }: AppError,
): Promise<boolean> {
  const other = l10n.t('Try Other Scopes');
  const detail = l10n.t(
    'The scopes cloud-platform and retriever work with most clients and allow every API method.',
  );
  return (await prompts.confirm(message, { detail, actions: [other] })) === other;
}

/** Prompts because the sign-in page and the server that receives code and tokens have different hosts. */
export async function confirmTwoHosts(
  { prompts }: QuestionDeps,
  { authUri, tokenUri }: OAuthClient,
): Promise<boolean> {
  const [page, server] = [new URL(authUri).host, new URL(tokenUri).host];
  const signIn = l10n.t('Use Both Servers');
  const message = l10n.t(
    'This OAuth client signs in at {0} but gets its tokens from {1}.',
    page,
    server,
  );
  const detail = l10n.t(
    'Your authorization from {0} and the client secret will be sent to {1}. Continue only if you trust both and know that they belong together.',
    page,
    server,
  );
  return (await prompts.confirm(message, { detail, actions: [signIn] })) === signIn;
}

type OtherAccount = 'replace' | 'add' | 'again';

export async function resolveOtherAccount(
  { prompts }: QuestionDeps,
  email: string,
  former: string,
  { name }: Connection,
): Promise<OtherAccount | undefined> {
  const answers: { readonly [label: string]: OtherAccount } = {
    [l10n.t('Replace')]: 'replace',
    [l10n.t('Add as Another Connection')]: 'add',
    [l10n.t('Sign In Again')]: 'again',
  };
  const answer = await prompts.confirm(
    l10n.t('You signed in as {0} instead of {1}.', email, former),
    {
      detail: l10n.t(
        '“{0}” is signed in as {1}. Replacing this sign-in signs out {1}. {2} might not have access to resources that {1} owns.',
        name,
        former,
        email,
      ),
      actions: Object.keys(answers),
    },
  );
  return answer === undefined ? undefined : answers[answer];
}

export function notifySignedIn(
  { prompts, log, run }: Pick<AuthDeps, 'prompts' | 'log' | 'run'>,
  { id, name }: Connection,
  { email, missing, granted }: Pick<SignedIn, 'email' | 'missing' | 'granted'>,
): void {
  const who =
    email === undefined ? l10n.t('Signed in to “{0}”.', name) : l10n.t('Signed in as {0}.', email);
  const again = l10n.t('Sign In Again');
  const tell = async (): Promise<void> => {
    if (missing.length === 0) {
      await prompts.notify('info', who);
      return;
    }
    const names = missing.map((scope) => scopeWord(scope)).join(', ');
    if (isCovered(granted)) {
      const covered = l10n.t(
        'You didn’t grant access to: {0}. Your Google Cloud access covers it.',
        names,
      );
      await prompts.notify('info', `${who} ${covered}`);
      return;
    }
    const lacks = l10n.t(
      'You didn’t grant access to: {0}. Features that need it won’t work.',
      names,
    );
    const answer = await prompts.notify('warning', `${who} ${lacks}`, again);
    if (answer === again) await run('signIn', { connection: id, scopes: missing });
  };
  tell().catch((error: unknown) => log.error(`auth: ${errorMessage(error)}`));
}

function scopeWord(scope: string): string {
  if (scope === CLOUD_PLATFORM) return l10n.t('Google Cloud');
  if (scope === SCOPE_PREFIX) return l10n.t('Gemini API');
  if (!scope.startsWith(`${SCOPE_PREFIX}.`)) return scope.split('/').at(-1) ?? scope;
  const [name = '', limit] = scope.slice(SCOPE_PREFIX.length + 1).split('.');
  return limit === 'readonly' ? l10n.t('{0} (read only)', name) : name;
}
