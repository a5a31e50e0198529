import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { Log } from './log';
import type { Prompts } from './prompts';

/** A button under an error message. */
export interface FixButton {
  readonly title: string;
  run(): unknown;
}

/**
 * Tells an error: `source` is the operation or room that failed. Shown as a message with its buttons,
 * and written to the log with its causes. Resolves once the message was answered or dismissed; never
 * rejects.
 */
export type Report = (source: string, error: unknown) => Promise<void>;

/** `fixesFor` knows which buttons help against which error; `redact` removes secrets from a text. */
export function createReport(
  log: Log,
  prompts: Prompts,
  fixesFor: (error: unknown) => readonly FixButton[],
  redact: (text: string) => string,
): Report {
  return async (source, error) => {
    if (CancelledError.is(error)) return;
    log.error(`${source}: ${describeWithCauses(error)}`);
    const hint = error instanceof AppError ? error.hint : undefined;
    const message = redact([errorMessage(error), hint].filter(Boolean).join(' '));
    const fixes = fixesFor(error);
    try {
      const chosen = await prompts.notify('error', message, ...fixes.map((fix) => fix.title));
      await fixes.find((fix) => fix.title === chosen)?.run();
    } catch (failure) {
      log.error(`${source}: ${describeWithCauses(failure)}`);
    }
  };
}

/** Message and stack of an error and of what caused it, innermost last. */
export function describeWithCauses(error: unknown): string {
  const lines: string[] = [];
  for (let current = error, depth = 0; current !== undefined && depth < 5; depth++) {
    const text =
      current instanceof Error ? (current.stack ?? current.message) : errorMessage(current);
    lines.push(depth === 0 ? text : `caused by ${text}`);
    current = current instanceof Error ? current.cause : undefined;
  }
  return lines.join('\n');
}
