import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { AppError } from '../base/errors';
import type { EmulatorAddress } from './emulator';

/** What the control API of the emulator is asked for here, with what it takes. */
export interface EmulatorActions {
  /** Takes everything out, and puts back what it began with. */
  readonly reset: Record<string, never>;
  /** The same with another seed. */
  readonly seed: { readonly seed: 'demo' | 'empty' };
}

/** Asks a running emulator for a change. Throws `AppError` where it does not make it. */
export async function controlEmulator<A extends keyof EmulatorActions>(
  { baseUrl, controlToken }: EmulatorAddress,
  action: A,
  body: EmulatorActions[A],
): Promise<void> {
  const { status, answer } = await post(new URL(`${baseUrl}/$emulator/${action}`), {
    headers: { 'content-type': 'application/json', 'x-emulator-control': controlToken },
    body: JSON.stringify(body),
  });
  if (status === 200) return;
  throw new AppError('emulatorRefused', `The built-in emulator refused: status ${status}.`, {
    hint: 'Stop it and start it again.',
    cause: new Error(answer),
  });
}

/** Not over the transport of the service: this is no call to it, and needs no proxy. */
function post(
  url: URL,
  { headers, body }: { readonly headers: Record<string, string>; readonly body: string },
): Promise<{ readonly status: number; readonly answer: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      text(response).then(
        (answer) => resolve({ status: response.statusCode ?? 0, answer }),
        (error: unknown) => reject(unreachable(error)),
      );
    });
    sent.once('error', (error) => reject(unreachable(error)));
    sent.end(body);
  });
}

function unreachable(cause: unknown): AppError {
  const hint = 'It may have ended meanwhile: it starts again on the next use.';
  return new AppError('emulatorFailed', 'The built-in emulator does not answer.', { hint, cause });
}
