import * as l10n from '@vscode/l10n';
import { CLOUD_PLATFORM, SCOPE_PREFIX } from '../api/operations/row';
import { AppError, errorMessage, messageWithHint } from '../base/errors';
import { BackNavigation } from '../platform/prompts';
import type { PickedFile } from '../platform/system';
import type { Connection } from '../service/connection';
import type { AuthDeps } from './authDeps';
import type { SignedIn } from './authorizationCodeFlow';
import { type OAuthClient, isCovered, parseClientFile } from './oauthClient';

type PickClientDeps = Pick<AuthDeps, 'prompts' | 'system' | 'log' | 'git' | 'run' | 'onSecret'>;

type Source = 'file' | 'paste' | 'how';

/**
 * Prompts for an OAuth client, from a file or pasted, until it is valid. Undefined if dismissed or if the
 * user opens the instructions.
 */
export async function pickClient(deps: PickClientDeps): Promise<OAuthClient | undefined> {
  for (;;) {
    const source = await chooseSource(deps);
    if (source === undefined) return undefined;
    if (source === 'how') {
      await deps.run('setUpOAuth');
      return undefined;
    }
    const client = await (source === 'file' ? fromFile(deps) : pasted(deps));
    if (client !== 'again') return client;
  }
}

async function chooseSource({ prompts }: PickClientDeps): Promise<Source | undefined> {
  return await prompts.pick<Source>(
    {
      title: l10n.t('OAuth Client'),
      placeholder: l10n.t('Select how to provide your OAuth client (required to sign in)'),
    },
    [
      {
        label: l10n.t('Select File…'),
        detail: l10n.t(
          'The JSON file that the Google Cloud console provides for a “Desktop app” client.',
        ),
        icon: 'folder-opened',
        value: 'file',
      },
      {
        label: l10n.t('Paste JSON'),
        detail: l10n.t('The contents of that file.'),
        icon: 'clippy',
        value: 'paste',
      },
      {
        label: l10n.t('Show Me How'),
        detail: l10n.t('Shows how to create this file.'),
        icon: 'book',
        value: 'how',
      },
    ],
  );
}

async function fromFile(deps: PickClientDeps): Promise<OAuthClient | 'again' | undefined> {
  const { system } = deps;
  const file = await system.pickFile({
    title: l10n.t('Select OAuth Client File'),
    label: l10n.t('Import'),
    filter: { name: 'JSON', extensions: ['json'] },
  });
  if (!file) return 'again';
  const client = await readClient(deps, file.bytes);
  if (typeof client === 'object') warnAboutCommit(deps, file);
  return client;
}

async function pasted(deps: PickClientDeps): Promise<OAuthClient | 'again' | undefined> {
  const { prompts } = deps;
  let text: string | undefined;
  try {
    text = await prompts.input({
      title: l10n.t('OAuth Client'),
      prompt: l10n.t(
        'Paste the contents of the JSON file. They’re stored in VS Code secret storage.',
      ),
      placeholder: '{"installed":{…}}',
      password: true,
      place: { canGoBack: true },
    });
  } catch (error) {
    if (error instanceof BackNavigation) return 'again';
    throw error;
  }
  return text === undefined ? undefined : await readClient(deps, new TextEncoder().encode(text));
}

async function readClient(
  { prompts, run, onSecret }: PickClientDeps,
  bytes: Uint8Array,
): Promise<OAuthClient | 'again' | undefined> {
  try {
    const client = parseClientFile(bytes);
    onSecret(client.secret);
    return client;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [another, setUp] = [l10n.t('Select Another'), l10n.t('Show Me How')];
    const { message, hint = '' } = error as AppError;
    const answer = await prompts.confirm(message, { detail: hint, actions: [another, setUp] });
    if (answer === another) return 'again';
    if (answer === setUp) await run('setUpOAuth');
    return undefined;
  }
}

/** Warns if git would commit a file with a secret. Doesn’t block. */
function warnAboutCommit(
  { git, prompts, log }: Pick<AuthDeps, 'git' | 'prompts' | 'log'>,
  { uri, path }: PickedFile,
): void {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  git
    .riskOf(uri)
    .then(async (risk) => {
      if (risk.kind === 'none') return;
      const what =
        risk.kind === 'yes'
          ? l10n.t('Git doesn’t ignore “{0}”, so the client secret could be committed.', name)
          : l10n.t('If Git doesn’t ignore “{0}”, the client secret could be committed.', name);
      const how = l10n.t(
        'Add {0} to .gitignore, or move the file. The extension no longer needs it.',
        risk.ignoreLine,
      );
      await prompts.notify('warning', `${what} ${how}`);
    })
    .catch((error: unknown) => log.warn(`auth: ${errorMessage(error)}`));
}

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
