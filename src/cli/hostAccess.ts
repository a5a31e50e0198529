import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { AppError, errorMessage } from '../base/errors';
import type { Arguments } from '../emulator/commandLine';
import { isLoopback } from '../emulator/http';
import type { Emulator, EmulatorOptions } from '../emulator/options';

export interface Terminal {
  readonly isThere: boolean;
  readonly ask: (question: string) => Promise<string>;
}

/** Prompts on stderr, because stdout is for machine-readable output. */
const terminal: Terminal = {
  isThere: process.stdin.isTTY && process.stderr.isTTY,
  ask: async (question) => {
    const { createInterface } = await import('node:readline/promises');
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const controller = new AbortController();
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
 * Prompts for confirmation before other machines get access, unless `--yes` is set. Throws `AppError` if the
 * user declines or there is no terminal.
 */
export async function confirmHost(
  { options: { host }, isAgreed, tlsCert }: Pick<Arguments, 'options' | 'isAgreed' | 'tlsCert'>,
  { isThere, ask }: Terminal = terminal,
): Promise<void> {
  if (host === undefined || isLoopback(host) || isAgreed) return;
  const how = tlsCert === undefined ? 'with any key and without encryption' : 'with any key';
  const what = `--host ${host} lets other machines use the emulator, ${how}`;
  if (!isThere) {
    throw new AppError('badOption', `${what}, and no terminal is available to confirm.`, {
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

export function printOpenAddresses({ openAddresses }: Emulator): void {
  if (openAddresses.length === 0) return;
  process.stderr.write(
    `emulator: Other machines can reach it at ${openAddresses.join(', ')}. For other names, use --allow-host HOST:PORT.\n`,
  );
}

interface Certificate {
  /** Absolute path, because clients need the file to trust the certificate. */
  readonly file: string;
  readonly tls: NonNullable<EmulatorOptions['tls']>;
}

const HERE = '127.0.0.1';

/**
 * Reads the certificate of the options; undefined if none. Warns if clients would reject it. Throws
 * `AppError` for a missing option or an invalid file.
 */
export function readCertificate({ tlsCert, tlsKey }: Arguments): Certificate | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new AppError('badOption', 'Use --tls-cert and --tls-key together.');
  }
  const tls = { cert: readPem('--tls-cert', tlsCert), key: readPem('--tls-key', tlsKey) };
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(tls.cert);
    createSecureContext(tls);
  } catch (cause) {
    const files = `--tls-cert ${tlsCert} with --tls-key ${tlsKey}`;
    throw new AppError('badOption', `Couldn’t use ${files}: ${errorMessage(cause)}.`, {
      hint: 'Both must be PEM files, and the key must have no passphrase.',
      cause,
    });
  }
  if (certificate.checkIP(HERE) === undefined) {
    process.stderr.write(
      `emulator: The certificate isn’t valid for ${HERE}, so clients reject it there.\n`,
    );
  }
  return { file: resolve(tlsCert), tls };
}

function readPem(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AppError('badOption', `Couldn’t read ${option} ${file}: ${errorMessage(cause)}.`, {
      cause,
    });
  }
}
