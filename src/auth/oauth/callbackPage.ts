import type { L10n } from '../../platform/l10n';

/** For every answer of the receiver: nothing is loaded, kept, framed or told on. */
export const PAGE_HEADERS: { readonly [name: string]: string } = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

/** What the browser shows at the end: the same for everybody, with nothing of what was sent. */
export function callbackPage(isDone: boolean, l10n: L10n): string {
  const title = isDone
    ? l10n.t('Back to Visual Studio Code')
    : l10n.t('The sign-in was not completed');
  const text = l10n.t('You can close this window. Visual Studio Code shows how it went on.');
  return (
    '<!doctype html><html><head><meta charset="utf-8">' +
    `<title>${escaped(title)}</title></head>` +
    `<body><h1>${escaped(title)}</h1><p>${escaped(text)}</p></body></html>`
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
