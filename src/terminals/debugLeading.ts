import * as l10n from '@vscode/l10n';
import { isAbsolute } from 'node:path';
import { errorMessage } from '../base/errors';
import type { Log } from '../platform/log';
import type { Prompts } from '../platform/prompts';
import type { Report } from '../platform/report';
import { type DebugConfiguration, isLaunched, withEnvironment } from './debugEnvironment';
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
      'What “{0}” starts does not use the emulator: its configuration does not say which of the folders it is for. Give it a cwd in one of them.',
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
