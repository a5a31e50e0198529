import { createHash } from 'node:crypto';
import type { Reply } from '../call';
import type { OAuthError } from './oauth';

const pageStyle = `
:root {
  color-scheme: light dark;
  --back: #f3f4f6; --card: #ffffff; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0;
  --accent: #0a58ca; --on-accent: #ffffff; --hover: #eef3fb; --warn: #fff4d6; --warn-line: #b7791f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #17191c; --card: #202327; --text: #e6e8eb; --quiet: #a3abb5; --line: #3b4149;
    --accent: #8ab4f8; --on-accent: #10213d; --hover: #2a2f36; --warn: #3a2f12; --warn-line: #e0b04a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 24px 16px; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif;
}
main {
  max-width: 480px; margin: 0 auto; padding: 28px; background: var(--card);
  border: 1px solid var(--line); border-radius: 8px;
}
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
.quiet { color: var(--quiet); }
.warning {
  padding: 12px 16px; background: var(--warn); border-left: 4px solid var(--warn-line);
  border-radius: 4px;
}
.warning strong { display: block; }
fieldset { margin: 0 0 20px; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 8px; font-weight: 600; }
label {
  display: flex; gap: 12px; align-items: center; padding: 10px 12px; cursor: pointer;
  border: 1px solid var(--line); border-bottom-width: 0;
}
label:hover { background: var(--hover); }
label:first-of-type { border-radius: 6px 6px 0 0; }
label:last-of-type { border-bottom-width: 1px; border-radius: 0 0 6px 6px; }
label:only-of-type { border-radius: 6px; }
input { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
label span { min-width: 0; overflow-wrap: anywhere; }
small { display: block; color: var(--quiet); font-size: 13px; }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; justify-content: flex-end; }
button {
  padding: 8px 20px; font: inherit; font-weight: 600; cursor: pointer; color: var(--accent);
  background: transparent; border: 1px solid var(--line); border-radius: 6px;
}
button.first { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { overflow-wrap: anywhere; }
@media (max-width: 420px) { main { padding: 20px; } .buttons button { flex: 1; } }
`;

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

/**
 * Returns a page that has no scripts or external resources and can't be framed.
 * @param formTargets more sources for `form-action`, which browsers also apply to redirects.
 */
export function page(status: number, title: string, body: string, formTargets = ''): Reply {
  const html = [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>${pageStyle}</style>`,
    '</head>',
    `<body><main>${body}</main></body>`,
    '</html>',
    '',
  ].join('\n');
  const policy = [
    `default-src 'none'`,
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self' ${formTargets}`.trimEnd(),
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');
  return plain(status, 'text/html; charset=utf-8', html, {
    'content-security-policy': policy,
    'x-frame-options': 'DENY',
    // Not `no-referrer`, which makes browsers send the form with `Origin: null`.
    'referrer-policy': 'same-origin',
  });
}

export function errorPage(error: OAuthError): Reply {
  return page(
    error.status,
    'Sign-in rejected',
    `<h1>Sign-in rejected</h1><p class="quiet">Error ${error.status}: ` +
      `<code>${escaped(error.code)}</code></p><p>${escaped(error.message)}</p>` +
      '<p>Return to the app that opened this page, and sign in again.</p>',
  );
}

/** Redirects with HTTP 303, so that browsers use GET. */
export function redirect(location: string): Reply {
  return plain(303, 'text/plain; charset=utf-8', '', {
    location,
    'referrer-policy': 'no-referrer',
  });
}

export function json(body: { readonly [name: string]: unknown }, status = 200): Reply {
  const text = `${JSON.stringify(body, undefined, 2)}\n`;
  return plain(status, 'application/json; charset=utf-8', text, { pragma: 'no-cache' });
}

/** Returns an error response (RFC 6749 section 5.2). */
export function jsonError(error: OAuthError): Reply {
  return json({ error: error.code, error_description: error.message }, error.status);
}

/** Returns a response that isn't an API message and must not be cached. */
export function plain(
  status: number,
  contentType: string,
  body: string,
  headers: { readonly [name: string]: string },
): Reply {
  const all = { 'cache-control': 'no-store', ...headers };
  return { steps: [], accident: { kind: 'page', status, contentType, body, headers: all } };
}
