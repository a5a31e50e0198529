import * as l10n from '@vscode/l10n';
import { type Environment, written } from '../api/clientEnvironment';
import type { GitStatus } from '../platform/gitStatus';
import type { Prompts } from '../platform/prompts';
import { sessionOf } from '../service/folderSession';
import type { Folder } from './terminalSwitches';

/** For tools that read env files, such as test runners. */
export const ENVIRONMENT_FILE = '.env.emulator';
const IGNORE_FILE = '.gitignore';

export interface FolderTexts {
  /** Undefined if the file doesn’t exist. */
  read(name: string): Promise<string | undefined>;
  /** Writes atomically. Throws `AppError` for a link or a path that isn't a file. */
  write(name: string, text: string): Promise<void>;
  open(name: string): Promise<void>;
  addressOf(name: string): string;
}

export interface EnvironmentFileDeps {
  readonly texts: FolderTexts;
  readonly git: GitStatus;
  readonly prompts: Pick<Prompts, 'confirm' | 'notify'>;
}

/**
 * Writes and opens an env file for the emulator, confirming replacement; offers to add it to .gitignore.
 * Resolves to whether the file was written, without waiting for the offer.
 */
export async function writeEnvironmentFile(
  deps: EnvironmentFileDeps,
  folder: Folder,
  environment: Environment,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const { texts, prompts } = deps;
  const text = textOf(environment);
  const there = await texts.read(ENVIRONMENT_FILE);
  if (there !== undefined && there !== text) {
    const replace = l10n.t('Replace');
    const question = l10n.t('Replace {0} in “{1}”?', ENVIRONMENT_FILE, folder.name);
    const detail = l10n.t('Its current content will be lost.');
    if ((await prompts.confirm(question, { detail, actions: [replace] })) !== replace) return false;
  }
  if (there !== text) await texts.write(ENVIRONMENT_FILE, text);
  await texts.open(ENVIRONMENT_FILE);
  void offerIgnoring(deps).catch(onError);
  return true;
}

export interface StaleFile {
  readonly folder: Folder;
  /** Updates only the port. */
  rewrite(): Promise<void>;
}

/** Returns a folder's env file if its port differs from the emulator's. */
export async function staleFile(
  texts: Pick<FolderTexts, 'read' | 'write'>,
  folder: Folder,
  port: number,
): Promise<StaleFile | undefined> {
  const address = new RegExp(`(http://127\\.0\\.0\\.1:)\\d+(?=/s/${sessionOf(folder)}\\b)`, 'g');
  const stale = async (): Promise<string | undefined> => {
    const text = (await texts.read(ENVIRONMENT_FILE)) ?? '';
    const fresh = text.replaceAll(address, `$1${port}`);
    return fresh === text ? undefined : fresh;
  };
  if ((await stale()) === undefined) return undefined;
  return {
    folder,
    async rewrite() {
      // The file may have changed.
      const fresh = await stale();
      if (fresh !== undefined) await texts.write(ENVIRONMENT_FILE, fresh);
    },
  };
}

/**
 * Offers to rewrite an env file whose emulator key is wrong: requests that are forwarded need a real key,
 * others need the emulator's.
 */
export async function offerOtherKeys(
  { texts, prompts }: Pick<EnvironmentFileDeps, 'texts' | 'prompts'>,
  folder: Folder,
  environment: Environment,
): Promise<void> {
  const fresh = textOf(environment);
  const hasKey = KEY.test(fresh);
  const isOther = async (): Promise<boolean> => {
    const text = (await texts.read(ENVIRONMENT_FILE)) ?? '';
    // A file with another target belongs to the user.
    const isOurs = text.includes(`/s/${sessionOf(folder)}`);
    return isOurs && KEY.test(text) !== hasKey;
  };
  if (!(await isOther())) return;
  const again = l10n.t('Overwrite {0}', ENVIRONMENT_FILE);
  const message = hasKey
    ? l10n.t('{0} in “{1}” has no key because it was created for recording.', ...namesOf(folder))
    : l10n.t(
        '{0} in “{1}” has the emulator’s key, which the live API rejects.',
        ...namesOf(folder),
      );
  if ((await prompts.notify('info', message, again)) !== again) return;
  // The file may have changed.
  if (await isOther()) await texts.write(ENVIRONMENT_FILE, fresh);
}

const namesOf = ({ name }: Folder): readonly [string, string] => [ENVIRONMENT_FILE, name];

const KEY = /^\w+_API_KEY=/m;

function textOf(environment: Environment): string {
  const variables = written(environment, 'dotenv');
  const lines = [
    l10n.t('Points Gemini API clients at the built-in emulator.'),
    KEY.test(variables)
      ? l10n.t(
          'Works while the emulator is running in VS Code. The key isn’t a secret: the emulator accepts any key.',
        )
      : l10n.t(
          'Works while the emulator is running in VS Code. Uses your app’s own keys because requests are recorded.',
        ),
  ];
  return lines.map((line) => `# ${line}\n`).join('') + variables;
}

async function offerIgnoring({ texts, git, prompts }: EnvironmentFileDeps): Promise<void> {
  const { kind } = await git.riskOf(texts.addressOf(ENVIRONMENT_FILE));
  if (kind === 'none') return;
  const before = (await texts.read(IGNORE_FILE)) ?? '';
  if (before.split(/\r?\n/).some((line) => IGNORES.test(line.trim()))) return;
  const add = l10n.t('Add to {0}', IGNORE_FILE);
  const message = l10n.t(
    '{0} contains the port of this machine’s emulator. Add it to .gitignore?',
    ENVIRONMENT_FILE,
  );
  if ((await prompts.notify('info', message, add)) !== add) return;
  const text = (await texts.read(IGNORE_FILE)) ?? '';
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  await texts.write(IGNORE_FILE, `${text}${end}${ENVIRONMENT_FILE}\n`);
}

const IGNORES = /^\/?\.env(?:\.emulator|\.?\*)$/;
