import type { ResponseFault } from './call';
import { quotaExceeded, StatusError } from './status';

export interface Trigger {
  readonly name: string;
  readonly argument: string;
}

const WORD = /\[\[([a-z-]{1,20})(?::([^\]\n]{0,64}))?\]\]/g;

export function triggersIn(text: string): readonly Trigger[] {
  return [...text.matchAll(WORD)].map(([, name = '', argument = '']) => ({ name, argument }));
}

export function withoutTriggers(text: string): string {
  return text.replace(WORD, '').trim();
}

export function triggerArgument(triggers: readonly Trigger[], name: string): string | undefined {
  return triggers.find((trigger) => trigger.name === name)?.argument;
}

const responseFaults: {
  readonly [name: string]: {
    readonly midway: boolean;
    readonly accident: (argument: string, model: string) => ResponseFault;
  };
} = {
  error: {
    midway: true,
    accident: (argument, model) => ({ kind: 'error', error: errorFor(statusIn(argument), model) }),
  },
  fail: {
    midway: false,
    accident: (argument, model) => ({ kind: 'error', error: errorFor(statusIn(argument), model) }),
  },
  reset: { midway: true, accident: () => ({ kind: 'reset' }) },
  stall: { midway: true, accident: () => ({ kind: 'stall' }) },
  malformed: { midway: true, accident: () => ({ kind: 'malformed' }) },
  html: { midway: false, accident: () => htmlPage(200) },
  empty: { midway: false, accident: () => ({ kind: 'empty' }) },
};

export function findResponseFault(
  triggers: readonly Trigger[],
  model: string,
): { readonly midway: boolean; readonly accident: ResponseFault } | undefined {
  for (const { name, argument } of triggers) {
    const row = Object.hasOwn(responseFaults, name) ? responseFaults[name] : undefined;
    if (row) return { midway: row.midway, accident: row.accident(argument, model) };
  }
  return undefined;
}

function statusIn(argument: string): number {
  const code = Number(argument);
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : 503;
}

const errorMessages: { readonly [code: number]: string } = {
  400: 'Request contains an invalid argument.',
  401: 'Request had invalid authentication credentials.',
  403: 'The caller does not have permission',
  404: 'Requested entity was not found.',
  499: 'The operation was cancelled.',
  500: 'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
  503: 'The model is overloaded. Please try again later.',
  504: 'Deadline expired before operation could complete.',
};

export function errorFor(code: number, model: string): StatusError {
  if (code === 429) return quotaExceeded({ model, retryDelay: '2s' });
  return new StatusError(
    code,
    errorMessages[code] ?? `The emulator was set to return status ${code}.`,
  );
}

export function htmlPage(status: number): ResponseFault {
  const body = [
    '<!DOCTYPE html>',
    '<html lang="en"><head><title>Emulated gateway</title></head>',
    '<body><h1>Sign in to the network</h1>',
    '<p>The emulator sent this page instead of a response, like a gateway.</p></body></html>',
    '',
  ].join('\n');
  return { kind: 'page', status, contentType: 'text/html; charset=utf-8', body };
}
