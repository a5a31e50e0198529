import { AppError } from '../base/errors';
import type { Arguments } from '../emulator/commandLine';
import { isLoopback } from '../emulator/http';
import type { Emulator } from '../emulator/options';

/** Where somebody can be asked. */
export interface Terminal {
  /** Whether a person sits there, and not a script. */
  readonly isThere: boolean;
  readonly ask: (question: string) => Promise<string>;
}

/** Standard output is for what is told when it listens, so the question stands elsewhere. */
const terminal: Terminal = {
  isThere: process.stdin.isTTY && process.stderr.isTTY,
  ask: async (question) => {
    const { createInterface } = await import('node:readline/promises');
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const controller = new AbortController();
    // Without an answer, as where the terminal is closed, it is a no.
    lines.once('close', () => controller.abort());
    try {
      return await lines.question(question, { signal: controller.signal });
    } catch {
      return '';
    } finally {
      lines.close();
    }
  },
};

/**
 * Lets no other machine in without a word of the user: asks in the terminal where an option opens the emulator to others,
 * unless `--yes` has said so already. Throws `AppError` where the answer is no, and where there is nobody to ask.
 */
export async function agreeToHost(
  { options: { host }, isAgreed, tlsCert }: Pick<Arguments, 'options' | 'isAgreed' | 'tlsCert'>,
  { isThere, ask }: Terminal = terminal,
): Promise<void> {
  if (host === undefined || isLoopback(host) || isAgreed) return;
  const how = tlsCert === undefined ? 'with any key and unencrypted' : 'with any key';
  const what = `--host ${host} lets other machines use the emulator, ${how}`;
  if (!isThere) {
    throw new AppError('badOption', `${what}, and there is no terminal to ask in.`, {
      hint: 'Add --yes, for example in a container, or omit --host.',
    });
  }
  const answer = await ask(`emulator: ${what}. Go on? (y/N) `);
  if (!/^y(es)?$/i.test(answer.trim())) {
    throw new AppError('badOption', 'Not started.', {
      hint: 'Omit --host to serve only this machine.',
    });
  }
}

/** One line where other machines reach it; none otherwise. */
export function tellWhereOpen({ openAddresses }: Emulator): void {
  if (openAddresses.length === 0) return;
  process.stderr.write(
    `emulator: Other machines reach it at ${openAddresses.join(', ')}. By another name only with --allow-host HOST:PORT.\n`,
  );
}
