import { AppError, CancelledError, errorMessage, userMessage } from '../base/errors';
import type { Log } from './log';
import type { Prompts } from './prompts';

export interface FixButton {
  readonly title: string;
  run(): unknown;
}

/**
 * Logs an error with causes and shows it with buttons, unless the same message is open.
 * Resolves when the message is closed or was already open; never rejects.
 * @param own buttons that come before those found for the error.
 */
export type Report = (
  source: string,
  error: unknown,
  ...own: readonly FixButton[]
) => Promise<void>;

export type FindFixes = (error: unknown) => readonly FixButton[] | Promise<readonly FixButton[]>;

/** Creates the error reporter. `fixesFor` finds buttons; `redact` removes secrets. */
export function createReport(
  log: Log,
  prompts: Prompts,
  fixesFor: FindFixes,
  redact: (text: string) => string,
): Report {
  const open = new Set<string>();
  const find = async (source: string, error: unknown): Promise<readonly FixButton[]> => {
    try {
      return await fixesFor(error);
    } catch (failure) {
      // Show the error even if finding its buttons fails.
      log.error(`${source}: ${describeWithCauses(failure)}`);
      return [];
    }
  };
  return async (source, error, ...own) => {
    if (CancelledError.is(error)) return;
    log.error(`${source}: ${describeWithCauses(error)}`);
    const { hint, subject } = error instanceof AppError ? error : {};
    const message = redact([userMessage(error), hint].filter(Boolean).join(' '));
    const fixes = [...own, ...(await find(source, error))];
    const titles = fixes.map((fix) => fix.title);
    // Combines equal errors into one message.
    const same = JSON.stringify([message, subject?.connection, titles]);
    if (open.has(same)) return;
    open.add(same);
    try {
      const answer = prompts.notify('error', message, ...titles);
      const chosen = await answer.finally(() => open.delete(same));
      await fixes.find((fix) => fix.title === chosen)?.run();
    } catch (failure) {
      log.error(`${source}: ${describeWithCauses(failure)}`);
    }
  };
}

/**
 * Formats an error for the log: stacks of all causes, and the excerpt of an unexpected response
 * (`bodyExcerpt`).
 */
export function describeWithCauses(error: unknown): string {
  const lines: string[] = [];
  for (let current = error, depth = 0; current !== undefined && depth < 5; depth++) {
    const thrown: Partial<ErrorWithBody> = current instanceof Error ? current : {};
    const text = thrown.stack ?? errorMessage(current);
    lines.push(depth === 0 ? text : `caused by ${text}`);
    if (thrown.bodyExcerpt !== undefined) {
      lines.push(`the response starts with ${thrown.bodyExcerpt}`);
    }
    current = thrown.cause;
  }
  return lines.join('\n');
}

interface ErrorWithBody extends Error {
  readonly bodyExcerpt?: string;
}
