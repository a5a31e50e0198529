import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { AppError, errorMessage } from '../base/errors';
import type { Arguments } from '../emulator/commandLine';
import type { EmulatorOptions } from '../emulator/options';

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
