import { AppError, CancelledError, errorMessage } from '../../base/errors';
import type { ConnectionTarget } from '../../catalog/connectionTarget';
import type { Connection } from '../../service/connection';
import type { AuthParts } from '../parts';
import type { CheckFix } from './check';
import { createContext } from './context';
import { DoctorList, type DoctorChoice } from './doctorList';
import { doctorReport } from './doctorReport';
import { examine, type Examined } from './examine';

/** Checks a connection, one thing after the other, and again after each thing that was mended. */
export async function diagnoseConnection(
  parts: AuthParts,
  target: ConnectionTarget | undefined,
): Promise<void> {
  const { connections, prompts, l10n } = parts;
  const id = target?.connection ?? connections.active?.id;
  if (id === undefined) {
    await prompts.notify('info', l10n.t('There is no connection to diagnose.'));
    return;
  }
  // Anew each time: what mends it may change it.
  for (let next: DoctorChoice = 'again'; next !== 'close';) {
    const connection = connections.find(id);
    if (!connection) {
      if (target) throw unknownConnection(parts);
      return;
    }
    next = await diagnoseOnce(parts, connection);
    if (typeof next === 'object') await mend(parts, next);
  }
}

/** Shows the checks until the user wants something else. */
async function diagnoseOnce(parts: AuthParts, connection: Connection): Promise<DoctorChoice> {
  const { l10n, log, prompts, system, signIns, redact } = parts;
  const { home } = (await signIns()).surroundings();
  const report = (rows: readonly Examined[]): readonly string[] =>
    doctorReport(connection, rows, { l10n, home, redact });
  const copy = (rows: readonly Examined[]): void => {
    system
      .copy(report(rows).join('\n'))
      .catch((error: unknown) => log.error(`auth: ${errorMessage(error)}`));
  };
  const list = new DoctorList({ prompts, l10n, copy }, connection.name);
  const stop = new AbortController();
  const chosen = list.chosen();
  const work = async (): Promise<DoctorChoice> => {
    const context = await createContext(parts, connection, stop.signal);
    const rows = await examine(context, (progress) => list.show(progress));
    for (const line of report(rows)) log.info(`auth: ${line}`);
    return await chosen;
  };
  try {
    return await Promise.race([chosen, work()]);
  } finally {
    stop.abort(new CancelledError());
    list.dispose();
  }
}

/** One that failed is told, and what is still wrong is shown anew. */
async function mend({ prompts, log }: AuthParts, fix: CheckFix): Promise<void> {
  try {
    await fix.run();
  } catch (error) {
    if (CancelledError.is(error)) return;
    const hint = error instanceof AppError ? error.hint : undefined;
    const message = [errorMessage(error), hint].filter(Boolean).join(' ');
    log.error(`auth: ${message}`);
    prompts.notify('error', message).catch((failure: unknown) => log.error(String(failure)));
  }
}

function unknownConnection({ l10n }: AuthParts): AppError {
  return new AppError('unknownConnection', l10n.t('The connection is not there any more.'), {
    hint: l10n.t('Choose another one, or add it again.'),
  });
}
