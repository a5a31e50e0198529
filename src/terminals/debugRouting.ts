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

export interface DebugRoutingDeps {
  readonly switches: Pick<TerminalSwitches, 'isOn' | 'environmentOf'>;
  readonly folders: () => readonly Place[];
  readonly folderAt: (path: string) => Place | undefined;
  /** Starts the emulator if necessary and passes on all settings of a folder, by URI. */
  readonly start: (uri: string) => Promise<unknown>;
  readonly inherited: NodeJS.ProcessEnv;
  readonly readText: (path: string) => Promise<string>;
  readonly openConfigurations: () => Thenable<unknown>;
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly report: Report;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

const PLACES = ['program', 'cwd'] as const;

/** Set by the Node.js debugger. Names the first folder by default if there are several. */
const FILLED_IN = '__workspaceFolder';

export class DebugRouting {
  readonly #deps: DebugRoutingDeps;

  constructor(deps: DebugRoutingDeps) {
    this.#deps = deps;
  }

  /**
   * Adds variables to a debug configuration. Undefined cancels debugging.
   * @param told the configuration's folder; undefined for configurations of the workspace.
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
      log.info(`debugging: ${type} unchanged: its folder doesn’t use the emulator`);
      return configuration;
    }
    try {
      await start(folder.uri);
    } catch (error) {
      // Cancel debugging: without the emulator, the app would call the live API.
      void report('debugging', error);
      return undefined;
    }
    const environment = switches.environmentOf(folder) ?? {};
    const led = await withEnvironment(configuration, environment, inherited, (path) =>
      this.#textOf(path),
    );
    log.info(`debugging: ${type} ${led === configuration ? 'unchanged' : 'uses the emulator'}`);
    return led;
  }

  /**
   * Returns the only folder, the one that contains the program, the configuration's, or the only one that is
   * on.
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

  #tellUnknown({ type, name }: DebugConfiguration): void {
    const { prompts, report, log, openConfigurations } = this.#deps;
    log.warn(`debugging: ${type} unchanged: it isn’t tied to a folder that uses the emulator`);
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
      // The debugger reports the error itself.
      this.#deps.log.warn(`debugging: ${errorMessage(error)}`);
      return undefined;
    }
  }
}

export interface DebugConfiguration {
  readonly type: string;
  readonly request: string;
  readonly [field: string]: unknown;
}

interface Form {
  readonly field: 'env' | 'environment';
  readonly as: 'map' | 'pairs' | 'lines';
  readonly orMap?: true;
}

const MAP: Form = { field: 'env', as: 'map' };
const PAIRS: Form = { field: 'environment', as: 'pairs' };

const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['cppdbg', PAIRS],
  ['cppvsdbg', PAIRS],
  ['lldb-dap', { field: 'env', as: 'lines', orMap: true }],
  ['lldb-vscode', { field: 'env', as: 'lines' }],
]);

/** Web page debuggers, which have no environment variables. */
const PAGES: ReadonlySet<string> = new Set([
  'chrome',
  'pwa-chrome',
  'msedge',
  'pwa-msedge',
  'edge',
  'firefox',
  'editor-browser',
]);

function isLaunched({ type, request }: DebugConfiguration): boolean {
  return request === 'launch' && !PAGES.has(type);
}

/**
 * Adds variables to a launch configuration; values of the user and of env files take precedence.
 * @param inherited VS Code's environment, which some debuggers copy into the configuration.
 * @param readText returns the text of an env file; undefined if it doesn't exist.
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
  // Don't touch an unknown format.
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
