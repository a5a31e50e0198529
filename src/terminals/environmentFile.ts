import * as l10n from '@vscode/l10n';
import { type Environment, written } from '../api/clientEnvironment';
import type { GitStatus } from '../platform/gitStatus';
import type { Log } from '../platform/log';
import type { Prompts } from '../platform/prompts';
import { sessionOf } from '../service/folderSession';
import type { Folder, TerminalSwitches } from './terminalSwitches';

/** For tools that read env files, such as test runners. */
export const ENVIRONMENT_FILE = '.env.emulator';
const IGNORE_FILE = '.gitignore';
/** Lines that ignore the file. */
const IGNORES = /^\/?\.env(?:\.emulator|\.?\*)$/;
const KEY = /^\w+_API_KEY=/m;

interface EnvironmentFilesDeps extends Omit<EnvironmentFileDeps, 'texts'> {
  readonly textsOf: (folder: Folder) => FolderTexts;
  readonly switches: Pick<TerminalSwitches, 'environmentOf' | 'give' | 'isOn'>;
  /** Resolves when the emulator runs. Throws `AppError` if the folder’s apps may not or can’t use it. */
  readonly ready: (folder: Folder) => Promise<void>;
  readonly toggle: (folder: Folder) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Env files for apps that don’t get the variables otherwise. */
export class EnvironmentFiles {
  readonly #deps: EnvironmentFilesDeps;

  constructor(deps: EnvironmentFilesDeps) {
    this.#deps = deps;
  }

  async write(folder: Folder): Promise<void> {
    const { ready, switches, textsOf, onError } = this.#deps;
    await ready(folder);
    const environment = switches.environmentOf(folder);
    if (!environment) throw new Error('The emulator has no port.');
    const deps = { ...this.#deps, texts: textsOf(folder) };
    if (!(await writeEnvironmentFile(deps, folder, environment, onError))) return;
    switches.give();
    // Not awaited: the file is complete.
    if (!switches.isOn(folder)) void this.#offerOn(folder).catch(onError);
  }

  async follow(folder: Folder): Promise<void> {
    const { switches, textsOf } = this.#deps;
    const environment = switches.environmentOf(folder);
    if (!environment) return;
    await offerOtherKeys({ ...this.#deps, texts: textsOf(folder) }, folder, environment);
  }

  async #offerOn(folder: Folder): Promise<void> {
    const { prompts, switches, toggle } = this.#deps;
    const turnOn = l10n.t('Turn On');
    const message = l10n.t(
      'Apps that read {0} use the emulator. To use mocks from .genlang and see requests in Traffic, turn on the emulator for “{1}”.',
      ENVIRONMENT_FILE,
      folder.name,
    );
    const answer = await prompts.notify('info', message, turnOn);
    if (answer === turnOn && !switches.isOn(folder)) await toggle(folder);
  }
}

export interface FolderTexts {
  /** Undefined if the file doesn’t exist. */
  read(name: string): Promise<string | undefined>;
  /** Writes atomically. Throws `AppError` for a link or a path that isn't a file. */
  write(name: string, text: string): Promise<void>;
  open(name: string): Promise<void>;
  addressOf(name: string): string;
}

interface EnvironmentFileDeps {
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

export interface PortChangeDeps {
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly log: Pick<Log, 'warn'>;
  readonly staleFiles: (port: number) => Promise<readonly StaleFile[]>;
  /** Returns an active folder for a new terminal, or undefined. */
  readonly ledFolder: () => Folder | undefined;
  readonly openTerminal: (folder: string) => Promise<void>;
}

/**
 * Warns that open terminals and env files have an outdated port. Offers fixes until both are done or
 * dismissed.
 */
export async function notifyPortChange(
  deps: PortChangeDeps,
  from: number,
  to: number,
): Promise<void> {
  const { prompts, log, staleFiles, ledFolder, openTerminal } = deps;
  const moved = l10n.t('The built-in emulator now listens on port {1} instead of {0}.', from, to);
  log.warn(`terminals: ${moved}`);
  const [open, rewrite] = [l10n.t('New Terminal'), l10n.t('Overwrite {0}', ENVIRONMENT_FILE)];
  let [stale, folder] = [await staleFiles(to), ledFolder()];
  while (folder || stale.length > 0) {
    const names = stale.map((file) => l10n.t('“{0}”', file.folder.name)).join(', ');
    const terminals = l10n.t('Open new terminals. Apps in existing ones can’t find the emulator.');
    const files = l10n.t('{0} in {1} still has the old port.', ENVIRONMENT_FILE, names);
    const message = [moved, ...(folder ? [terminals] : []), ...(stale.length > 0 ? [files] : [])];
    const actions = [...(folder ? [open] : []), ...(stale.length > 0 ? [rewrite] : [])];
    const chosen = await prompts.notify('warning', message.join(' '), ...actions);
    if (chosen === undefined) return;
    if (chosen === rewrite) {
      for (const file of stale) await file.rewrite();
      stale = [];
    } else if (folder) {
      await openTerminal(folder.uri);
      folder = undefined;
    }
  }
}
