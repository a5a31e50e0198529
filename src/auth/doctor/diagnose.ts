import * as l10n from '@vscode/l10n';
import { CancelledError } from '../../base/errors';
import type { ConnectionTarget } from '../../catalog/ref';
import type { OpenSheet, Sheet, SheetAction, SheetBlock, SheetFinding } from '../../platform/sheet';
import type { Connection } from '../../service/connection';
import type { AuthDeps } from '../authDeps';
import { unknownConnection } from '../connectionList';
import { type CheckFix, type CheckState, createContext } from './check';
import { type CheckRun, runChecks } from './examine';

const AGAIN = 'again';
const COPY = 'copy';

const ORDER: { readonly [S in CheckState]: number } = {
  failed: 0,
  warning: 1,
  passed: 2,
  skipped: 3,
};

/**
 * Opens a sheet that checks a connection and rechecks after each fix.
 * Resolves after the first complete run, or when the sheet is closed.
 */
export async function diagnoseConnection(
  deps: AuthDeps,
  target: ConnectionTarget | undefined,
): Promise<void> {
  const { connections, prompts, run } = deps;
  const id = target?.connection ?? connections.active?.id;
  if (id === undefined) {
    const add = l10n.t('Add Connection…');
    const emulator = l10n.t('Use Emulator');
    const answer = await prompts.notify(
      'info',
      l10n.t('There is no connection to diagnose.'),
      add,
      emulator,
    );
    if (answer === add) await run('addConnection');
    if (answer === emulator) await run('useEmulator');
    return;
  }
  await new Diagnosis(deps, id).check();
}

class Diagnosis {
  readonly #deps: AuthDeps;
  readonly #id: string;
  #sheet: OpenSheet | undefined;
  #rows: readonly CheckRun[] = [];
  #isCopied = false;
  #running: AbortController | undefined;
  #isClosed = false;

  constructor(deps: AuthDeps, id: string) {
    this.#deps = deps;
    this.#id = id;
  }

  /** Throws `AppError` (`unknownConnection`). Closing the sheet ends the checks without an error. */
  async check(): Promise<void> {
    const { log } = this.#deps;
    const connection = this.#connection();
    const stop = new AbortController();
    this.#running = stop;
    this.#isCopied = false;
    await this.#show(connection, []);
    try {
      const context = await createContext(this.#deps, connection, stop.signal);
      await runChecks(context, (rows) => this.#update(connection, rows));
      this.#running = undefined;
      this.#update(connection, this.#rows);
      for (const line of await this.#report(connection)) log.info(`auth: ${line}`);
    } catch (error) {
      if (!CancelledError.is(error)) throw error;
    } finally {
      if (this.#running === stop) this.#running = undefined;
    }
  }

  #connection(): Connection {
    const { connections } = this.#deps;
    // Read each time, as a fix may change it.
    const connection = connections.find(this.#id);
    if (!connection) throw unknownConnection();
    return connection;
  }

  async #show(connection: Connection, rows: readonly CheckRun[]): Promise<void> {
    this.#rows = rows;
    if (this.#sheet) {
      this.#sheet.update(this.#page(connection));
      return;
    }
    const sheets = await this.#deps.sheets();
    this.#sheet = sheets.open(
      `diagnose ${this.#id}`,
      this.#page(connection),
      (action) => this.#act(action),
      () => {
        this.#isClosed = true;
        this.#running?.abort(new CancelledError());
      },
    );
  }

  #update(connection: Connection, rows: readonly CheckRun[]): void {
    this.#rows = rows;
    this.#sheet?.update(this.#page(connection));
  }

  async #act({ action }: SheetAction): Promise<void> {
    if (action === COPY) {
      const connection = this.#connection();
      await this.#deps.system.copy((await this.#report(connection)).join('\n'));
      this.#isCopied = true;
      this.#update(connection, this.#rows);
      return;
    }
    if (this.#running) return;
    if (action === AGAIN) {
      await this.check();
      return;
    }
    const fix = this.#fixes().get(action);
    if (!fix) return;
    try {
      await fix.run();
    } catch (error) {
      if (CancelledError.is(error)) return;
      throw error;
    }
    if (fix.changesNothing || this.#isClosed) return;
    if (this.#deps.connections.find(this.#id)) await this.check();
    else this.#showGone();
  }

  #showGone(): void {
    const { message, hint = '' } = unknownConnection();
    this.#rows = [];
    this.#sheet?.update({
      title: l10n.t('Diagnose Connection'),
      blocks: [
        { kind: 'heading', text: message },
        { kind: 'text', text: hint },
      ],
    });
  }

  #fixes(): ReadonlyMap<string, CheckFix> {
    return new Map(
      this.#rows.flatMap(({ id, result }) =>
        typeof result === 'string'
          ? []
          : (result.fixes ?? []).map((fix, at) => [fixId(id, at), fix] as const),
      ),
    );
  }

  async #report(connection: Connection): Promise<readonly string[]> {
    const { redact, signIns } = this.#deps;
    const { home } = (await signIns()).surroundings();
    return doctorReport(connection, this.#rows, { home, redact });
  }

  #page({ name, endpoint }: Connection): Sheet {
    const isOver = this.#running === undefined;
    const rows = isOver ? inOrder(this.#rows) : this.#rows;
    return {
      title: l10n.t('Diagnose “{0}”', name),
      isBusy: !isOver,
      blocks: [
        { kind: 'heading', text: isOver ? summarize(rows).text : l10n.t('Checking…') },
        { kind: 'text', text: endpoint, tone: 'muted' },
        ...(isOver ? [this.#buttons()] : []),
        { kind: 'findings', findings: rows.map((row) => this.#finding(row, isOver)) },
      ],
    };
  }

  #finding({ id, title, result }: CheckRun, isOver: boolean): SheetFinding {
    if (typeof result === 'string') {
      const stateName = result === 'running' ? l10n.t('checking') : l10n.t('waiting');
      return { id, title, state: result, stateText: stateName, text: '', buttons: [] };
    }
    const { state, says, hint = '', fixes = [] } = result;
    return {
      id,
      title,
      state,
      stateText: stateText(state),
      text: `${says} ${hint}`.trim(),
      buttons: isOver ? fixes.map((fix, at) => ({ id: fixId(id, at), title: fix.title })) : [],
    };
  }

  #buttons(): SheetBlock {
    return {
      kind: 'buttons',
      buttons: [
        { id: AGAIN, title: l10n.t('Check Again') },
        { id: COPY, title: this.#isCopied ? l10n.t('Copied') : l10n.t('Copy Report') },
      ],
    };
  }
}

const fixId = (check: string, at: number): string => `fix ${check} ${at}`;

function inOrder(rows: readonly CheckRun[]): readonly CheckRun[] {
  const place = ({ result }: CheckRun): number =>
    typeof result === 'string' ? ORDER.skipped : ORDER[result.state];
  return rows.toSorted((one, other) => place(one) - place(other));
}

interface DoctorReportDeps {
  readonly home: string;
  readonly redact: (text: string) => string;
}

/** Returns the results for logs and support requests, without secrets, account and home folder name. */
export function doctorReport(
  { name, endpoint, auth }: Connection,
  rows: readonly CheckRun[],
  { home, redact }: DoctorReportDeps,
): readonly string[] {
  const lines = rows.flatMap(({ title, result }) => {
    if (typeof result === 'string') return [];
    const { state, says, reports = says, hint, fixes = [] } = result;
    const advice = [hint, ...fixes.map(({ title }) => title)]
      .filter(Boolean)
      .map((text) => `    → ${text}`);
    return [`[${stateText(state)}] ${title}: ${reports}`, ...advice];
  });
  const report = [
    l10n.t('Diagnosis of “{0}” ({1}, {2}): {3}', name, endpoint, auth, summarize(rows).text),
    ...lines,
  ];
  // A shorter path isn’t a user’s home, and replacing it would remove slashes from URLs.
  const withoutHome = (line: string): string =>
    home.length > 1 ? line.replaceAll(home, '~') : line;
  return report.map((line) => redact(withoutHome(line)));
}

interface Summary {
  readonly state: Exclude<CheckState, 'skipped'>;
  readonly text: string;
}

export function summarize(rows: readonly CheckRun[]): Summary {
  const count = (state: CheckState): number =>
    rows.filter(({ result }) => typeof result === 'object' && result.state === state).length;
  const problems = count('failed');
  const warnings = count('warning');
  const warned = warnings === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', warnings);
  if (problems > 0) {
    const found =
      problems === 1 ? l10n.t('1 problem found') : l10n.t('{0} problems found', problems);
    return { state: 'failed', text: warnings === 0 ? found : `${found}, ${warned}` };
  }
  const works = l10n.t('Everything works');
  return warnings === 0
    ? { state: 'passed', text: works }
    : { state: 'warning', text: `${works}, ${warned}` };
}

function stateText(state: CheckState): string {
  switch (state) {
    case 'passed':
      return l10n.t('passed');
    case 'warning':
      return l10n.t('warning');
    case 'failed':
      return l10n.t('failed');
    case 'skipped':
      return l10n.t('not checked');
  }
}
