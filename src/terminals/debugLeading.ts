import * as l10n from '@vscode/l10n';
import { isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import { errorMessage } from '../base/errors';
import type { Log } from '../platform/log';
import type { Prompts } from '../platform/prompts';
import type { Report } from '../platform/report';
import type { Environment } from '../api/clientEnvironment';
import { isObject, items } from '../base/json';
import type { Folder, TerminalSwitches } from './terminalSwitches';

type Place = Pick<Folder, 'uri'>;

export interface DebugLeadingDeps {
  readonly switches: Pick<TerminalSwitches, 'isOn' | 'environmentOf'>;
  /** Those of the window. */
  readonly folders: () => readonly Place[];
  /** The folder of the window that a path lies in. */
  readonly folderAt: (path: string) => Place | undefined;
  /** Starts the emulator where it does not run, and lets it know all of a folder, by its address. */
  readonly start: (uri: string) => Promise<unknown>;
  /** The environment of VS Code. */
  readonly inherited: NodeJS.ProcessEnv;
  /** Rejects where there is no such file. */
  readonly readText: (path: string) => Promise<string>;
  readonly openConfigurations: () => Thenable<unknown>;
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly report: Report;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Fields that say where a program is. */
const PLACES = ['program', 'cwd'] as const;

/** What the debugger of Node.js fills in by itself: of several folders the first one, where nothing says more. */
const FILLED_IN = '__workspaceFolder';

/** Leads what is debugged in folders that are on to the emulator. */
export class DebugLeading {
  readonly #deps: DebugLeadingDeps;

  constructor(deps: DebugLeadingDeps) {
    this.#deps = deps;
  }

  /**
   * What a debugger is to start, its variables put in; undefined where it is not to start.
   * @param told the folder whose configuration it is, as far as VS Code says so: of one of the workspace it does not.
   */
  async resolve<C extends DebugConfiguration>(
    told: Place | undefined,
    configuration: C,
  ): Promise<C | undefined> {
    const { switches, start, report, log, inherited } = this.#deps;
    const { type } = configuration;
    if (!isLaunched(configuration)) return configuration;
    const folder = told && switches.isOn(told) ? told : this.#folderOf(told, configuration);
    if (!folder) {
      this.#tellUnknown(configuration);
      return configuration;
    }
    if (!switches.isOn(folder)) {
      log.info(`debugging: ${type} as it is: its folder does not use the emulator`);
      return configuration;
    }
    try {
      await start(folder.uri);
    } catch (error) {
      // Not debugged then: without the emulator it would be the real service that is called.
      void report('debugging', error);
      return undefined;
    }
    const environment = switches.environmentOf(folder) ?? {};
    const led = await withEnvironment(configuration, environment, inherited, (path) =>
      this.#textOf(path),
    );
    log.info(`debugging: ${type} ${led === configuration ? 'as it is' : 'led'}`);
    return led;
  }

  /**
   * The only folder, or the one that the program is in, where several are one that is on; else the one whose configuration it
   * is, or the only one that is on.
   */
  #folderOf(told: Place | undefined, configuration: DebugConfiguration): Place | undefined {
    const { folders, folderAt, switches } = this.#deps;
    const all = folders();
    if (all.length === 1) return all[0];
    const isOn = (folder: Place): boolean => switches.isOn(folder);
    const placeIn = (field: string): Place | undefined => {
      const path = configuration[field];
      return typeof path === 'string' && isAbsolute(path) ? folderAt(path) : undefined;
    };
    const places = PLACES.flatMap((field) => placeIn(field) ?? []);
    const chosen = places.find(isOn) ?? told ?? places[0];
    if (chosen) return chosen;
    const filledIn = placeIn(FILLED_IN);
    if (filledIn && isOn(filledIn)) return filledIn;
    const [first, ...others] = all.filter(isOn);
    return others.length === 0 ? (first ?? filledIn) : undefined;
  }

  /** It calls the real service, perhaps: nobody is to find that out by a bill. */
  #tellUnknown({ type, name }: DebugConfiguration): void {
    const { prompts, report, log, openConfigurations } = this.#deps;
    log.warn(`debugging: ${type} as it is: it says nothing of a folder that uses the emulator`);
    const open = l10n.t('Open Workspace Configuration File');
    const message = l10n.t(
      '“{0}” doesn’t use the emulator because its launch configuration isn’t tied to a folder. Set “cwd” to a path in one of the folders.',
      typeof name === 'string' ? name : type,
    );
    prompts
      .notify('warning', message, open)
      .then((answer) => (answer === open ? openConfigurations() : undefined))
      .catch((error: unknown) => report('debugging', error));
  }

  async #textOf(path: string): Promise<string | undefined> {
    try {
      return await this.#deps.readText(path);
    } catch (error) {
      // The debugger says so itself, in its own words.
      this.#deps.log.warn(`debugging: ${errorMessage(error)}`);
      return undefined;
    }
  }
}

/** A configuration of a debugger, as far as its environment goes. */
export interface DebugConfiguration {
  readonly type: string;
  /** `launch` or `attach`. */
  readonly request: string;
  readonly [field: string]: unknown;
}

/** How a debugger wants the environment of what it starts. */
interface Form {
  readonly field: 'env' | 'environment';
  readonly as: 'map' | 'pairs' | 'lines';
  /** Whether it takes a map too. */
  readonly orMap?: true;
}

const MAP: Form = { field: 'env', as: 'map' };
const PAIRS: Form = { field: 'environment', as: 'pairs' };

/** Debuggers that want it in another form than most do. */
const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['cppdbg', PAIRS],
  ['cppvsdbg', PAIRS],
  ['lldb-dap', { field: 'env', as: 'lines', orMap: true }],
  ['lldb-vscode', { field: 'env', as: 'lines' }],
]);

/** Debuggers of pages, which have no environment. */
const PAGES: ReadonlySet<string> = new Set([
  'chrome',
  'pwa-chrome',
  'msedge',
  'pwa-msedge',
  'edge',
  'firefox',
  'editor-browser',
]);

/** Whether a configuration starts something that has an environment. */
function isLaunched({ type, request }: DebugConfiguration): boolean {
  return request === 'launch' && !PAGES.has(type);
}

/**
 * A configuration whose program finds an environment too. The user's own values win, in the configuration as in the files
 * that it names. What attaches to a program that runs, or debugs a page, stays as it is.
 * @param inherited the environment of VS Code, which some debuggers write into the configuration: no choice of the user.
 * @param readText the text of a file that the configuration names; undefined where there is none.
 */
export async function withEnvironment<C extends DebugConfiguration>(
  configuration: C,
  environment: Environment,
  inherited: NodeJS.ProcessEnv,
  readText: (path: string) => Promise<string | undefined>,
): Promise<C> {
  if (!isLaunched(configuration)) return configuration;
  const form = FORMS.get(configuration.type) ?? MAP;
  const { field } = form;
  const own = configuration[field];
  const as = form.orMap && isObject(own) ? 'map' : form.as;
  // What is there in another form than is known is the debugger's own affair.
  if (own !== undefined && own !== null && isObject(own) !== (as === 'map')) return configuration;
  const named = new Set(await namesInFiles(configuration.envFile, readText));
  for (const [name, value] of entriesOf(own)) if (value !== inherited[name]) named.add(name);
  const added = Object.entries(environment).filter(([name]) => !named.has(name));
  if (as === 'map') {
    return { ...configuration, [field]: { ...(own ?? {}), ...Object.fromEntries(added) } };
  }
  const isAdded = new Set(added.map(([name]) => name));
  const kept = items(own).filter((row) => entriesOf([row]).every(([name]) => !isAdded.has(name)));
  const rows = added.map(([name, value]) =>
    as === 'pairs' ? { name, value } : `${name}=${value}`,
  );
  return { ...configuration, [field]: [...kept, ...rows] };
}

/** The variables that a configuration sets itself, in whichever form. */
function entriesOf(own: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (isObject(own)) return Object.entries(own);
  return items(own).flatMap((row) => {
    if (typeof row === 'string') {
      const [name = ''] = row.split('=', 1);
      return [[name, row.slice(name.length + 1)] as const];
    }
    return isObject(row) && typeof row.name === 'string' ? [[row.name, row.value] as const] : [];
  });
}

async function namesInFiles(
  envFile: unknown,
  readText: (path: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const paths = [envFile].flat().filter((path) => typeof path === 'string' && path !== '');
  const texts = await Promise.all(paths.map((path) => readText(path as string)));
  return texts.flatMap((text) => (text === undefined ? [] : Object.keys(parseEnv(text))));
}
