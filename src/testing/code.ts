import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../base/clock';
import { AppError, CancelledError, errorCode } from '../base/errors';
import { isObject, textAt } from '../base/json';
import type { Subject } from './checks/row';
import type { CodeFile } from './codeConsent';
import type { TestFiles } from './planFile';

export interface CodeDeps {
  readonly files: TestFiles;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly allowCode: (file: CodeFile) => Promise<boolean>;
}

/** Timeout in ms and memory limits of a call. */
const TIMEOUT_MS = 10_000;
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/**
 * Runs in the worker: loads the module, calls the function, and posts the result. Failed assertions count as a result,
 * other errors don't.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { url, name, answer } = workerData;
(async () => {
  const found = (await import(url))[name];
  if (typeof found !== 'function') return { error: 'The module has no function ' + name + '.' };
  try {
    const value = await found(answer);
    return { value: JSON.parse(JSON.stringify(value ?? null)) };
  } catch (error) {
    if (error?.code === 'ERR_ASSERTION') return { value: { pass: false, message: error.message } };
    return { error: String(error?.message ?? error) };
  }
})().catch((error) => ({ error: String(error?.message ?? error) })).then((told) => parentPort.postMessage(told));
`;

/**
 * Calls a workspace function in a worker without environment variables, which is always terminated. Throws `AppError`
 * if not allowed or upon timeout.
 */
export async function callCode(named: string, subject: Subject, deps: CodeDeps): Promise<unknown> {
  const { files, allowCode } = deps;
  const [path = '', name = ''] = named.split('#');
  const uri = await files.resolve(subject.uri, path);
  if (uri === undefined) {
    throw new AppError('badCode', l10n.t('“{0}” is outside the workspace.', path));
  }
  if (!uri.startsWith('file:')) {
    throw new AppError('badCode', l10n.t('Only local files can be run: {0}.', path));
  }
  // Throws if the URI isn't a file.
  fileURLToPath(uri);
  if (!(await allowCode({ uri, sha256: await hashOf(files, uri) }))) {
    throw new AppError('noConsent', l10n.t('You haven’t allowed {0} to run.', named));
  }
  return await inWorker(named, { url: uri, name, answer: toCodeInput(subject) }, deps);
}

/** Returns the SHA-256 of a file. Empty if missing, which the call reports. */
export async function hashOf(files: Pick<TestFiles, 'open'>, uri: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const piece of files.open(uri)) hash.update(piece);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
  return hash.digest('hex');
}

function toCodeInput(subject: Subject): object {
  const { text, calls, question, variables, answer, tokens, price, durationMs, request } = subject;
  const { finishReason, usage } = answer.outcome ?? {};
  const facts = {
    text,
    calls,
    question,
    variables,
    tokens,
    price,
    durationMs,
    finishReason,
    usage,
  };
  // Workers accept only cloneable data.
  return JSON.parse(
    JSON.stringify({ ...facts, parts: answer.content.parts ?? [], request }),
  ) as object;
}

async function inWorker(named: string, workerData: object, deps: CodeDeps): Promise<unknown> {
  const { clock, signal } = deps;
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData,
    env: {},
    resourceLimits: MEMORY,
    stdin: false,
    stdout: true,
    stderr: true,
  });
  const ended = Promise.withResolvers<unknown>();
  const refuse = (message: string): void => ended.reject(new AppError('badCode', message));
  const timer = clock.schedule(TIMEOUT_MS, () =>
    refuse(l10n.t('{0} took longer than {1} seconds.', named, TIMEOUT_MS / 1000)),
  );
  const onAbort = (): void => ended.reject(new CancelledError(signal.reason));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  worker.once('message', (told: unknown) => {
    if (!isObject(told)) refuse(l10n.t('{0} returned nothing.', named));
    else if (told.error === undefined) ended.resolve(told.value);
    else refuse(l10n.t('{0} failed: {1}', named, textAt(told, 'error')));
  });
  worker.once('error', (error) => refuse(l10n.t('{0} failed: {1}', named, error.message)));
  worker.once('exit', () => refuse(l10n.t('{0} ended without a result.', named)));
  try {
    return await ended.promise;
  } finally {
    timer.dispose();
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
