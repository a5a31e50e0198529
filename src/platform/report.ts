import { AppError, CancelledError, errorMessage, toldOf } from '../base/errors';
import type { Log } from './log';
import type { Prompts } from './prompts';

/** A button under an error message. */
export interface FixButton {
  readonly title: string;
  run(): unknown;
}

/**
 * Tells an error: `source` is the operation or room that failed. Shown as a message with its buttons,
 * and written to the log with its causes; while the same message is open, only written to the log. Resolves
 * once the message was answered or dismissed, or where it is open already; never rejects.
 * @param own come before the buttons that are found for the error.
 */
export type Report = (
  source: string,
  error: unknown,
  ...own: readonly FixButton[]
) => Promise<void>;

/** Finds the buttons under an error. */
export type FindFixes = (error: unknown) => readonly FixButton[] | Promise<readonly FixButton[]>;

/** `fixesFor` knows which buttons help against which error; `redact` removes secrets from a text. */
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
      // The error is worth more than its buttons.
      log.error(`${source}: ${describeWithCauses(failure)}`);
      return [];
    }
  };
  return async (source, error, ...own) => {
    if (CancelledError.is(error)) return;
    log.error(`${source}: ${describeWithCauses(error)}`);
    const { hint, subject } = error instanceof AppError ? error : {};
    const message = redact([toldOf(error), hint].filter(Boolean).join(' '));
    const fixes = [...own, ...(await find(source, error))];
    const titles = fixes.map((fix) => fix.title);
    // Fifty calls that fail for the same reason are one message, and one way out of it.
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
 * For the log: stack of an error and of what caused it, innermost last, and what a server sent in place of
 * an answer, where the error carries it (`bodyExcerpt`).
 */
export function describeWithCauses(error: unknown): string {
  const lines: string[] = [];
  for (let current = error, depth = 0; current !== undefined && depth < 5; depth++) {
    const thrown: Partial<ErrorWithBody> = current instanceof Error ? current : {};
    const text = thrown.stack ?? errorMessage(current);
    lines.push(depth === 0 ? text : `caused by ${text}`);
    if (thrown.bodyExcerpt !== undefined) {
      lines.push(`the answer began with ${thrown.bodyExcerpt}`);
    }
    current = thrown.cause;
  }
  return lines.join('\n');
}

interface ErrorWithBody extends Error {
  readonly bodyExcerpt?: string;
}
