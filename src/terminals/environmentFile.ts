import * as l10n from '@vscode/l10n';
import { type Environment, written } from '../api/clientEnvironment';
import type { GitStatus } from '../platform/gitStatus';
import type { Prompts } from '../platform/prompts';
import { sessionOf } from '../service/folderSession';
import type { Folder } from './terminalSwitches';

/** For what starts its own programs and reads such a file, as test runners do. */
export const ENVIRONMENT_FILE = '.env.emulator';
const IGNORE_FILE = '.gitignore';

/** The texts of a folder, by the names of its files. */
export interface FolderTexts {
  /** Undefined where there is none. */
  read(name: string): Promise<string | undefined>;
  /** All of it or nothing. Throws `AppError` where the name is a link or no file. */
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
 * Writes what leads clients to the emulator into a file of a folder, after a question where there is another text in it.
 * Opens it, and offers to keep it out of git. Resolves to whether it is there; the offer is not waited for.
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

/** A file of a folder that leads clients to a port on which the emulator was before. */
export interface StaleFile {
  readonly folder: Folder;
  /** Puts the port of now into it, and leaves the rest as it is. */
  rewrite(): Promise<void>;
}

/** The file of a folder, where the emulator that it leads to listens elsewhere. */
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
      // It may be another one by now.
      const fresh = await stale();
      if (fresh !== undefined) await texts.write(ENVIRONMENT_FILE, fresh);
    },
  };
}

/**
 * Offers to write the file of a folder again that has the key of the emulator, where what programs ask goes on to a service,
 * or has none, where the emulator answers again.
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
    // One that leads elsewhere is somebody’s own.
    const isOurs = text.includes(`/s/${sessionOf(folder)}`);
    return isOurs && KEY.test(text) !== hasKey;
  };
  if (!(await isOther())) return;
  const again = l10n.t('Overwrite {0}', ENVIRONMENT_FILE);
  const message = hasKey
    ? l10n.t('{0} in “{1}” has no key because it was written for recording.', ...namesOf(folder))
    : l10n.t(
        '{0} in “{1}” has the emulator’s key, which the live API rejects.',
        ...namesOf(folder),
      );
  if ((await prompts.notify('info', message, again)) !== again) return;
  // It may be another one by now.
  if (await isOther()) await texts.write(ENVIRONMENT_FILE, fresh);
}

const namesOf = ({ name }: Folder): readonly [string, string] => [ENVIRONMENT_FILE, name];

/** A line with a key. */
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

/** Lines of a .gitignore that keep it out. */
const IGNORES = /^\/?\.env(?:\.emulator|\.?\*)$/;
