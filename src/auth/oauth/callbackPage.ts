import { createHash } from 'node:crypto';
import type { L10n } from '../../platform/l10n';

/** Light or dark as the system has it, in the system's own font. */
const STYLE = `
:root { color-scheme: light dark; }
body {
  margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center;
  font: 15px/1.5 system-ui, sans-serif;
}
main { padding: 24px; max-width: 40ch; }
h1 { margin: 0 0 8px; font-size: 22px; font-weight: 600; line-height: 1.3; }
p { margin: 0; opacity: 0.8; }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** For every answer of the receiver: nothing is loaded, run, kept, framed or told on. */
export const PAGE_HEADERS: { readonly [name: string]: string } = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
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
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escaped(title)}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body></html>`
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
