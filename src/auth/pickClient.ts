import * as l10n from '@vscode/l10n';
import { AppError, errorMessage } from '../base/errors';
import { BackNavigation } from '../platform/prompts';
import type { PickedFile } from '../platform/system';
import type { AuthDeps } from './authDeps';
import { type OAuthClient, parseClientFile } from './oauthClient';

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
