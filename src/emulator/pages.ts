import type { Accident } from './reply';

/** What a captive portal or a gateway sends in place of JSON. */
export function htmlPage(status: number): Accident {
  const body = [
    '<!DOCTYPE html>',
    '<html lang="en"><head><title>Emulated gateway</title></head>',
    '<body><h1>Sign in to the network</h1>',
    '<p>The emulator sent this page in place of an answer, as a gateway might.</p></body></html>',
    '',
  ].join('\n');
  return { kind: 'page', status, contentType: 'text/html; charset=utf-8', body };
}
