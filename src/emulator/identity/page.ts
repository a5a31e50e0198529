import { createHash } from 'node:crypto';
import type { Reply } from '../reply';
import type { OAuthError } from './oauthError';
import { pageStyle } from './pageStyle';

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** Text as it may stand in an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

/**
 * A page without script that nothing can frame and that loads nothing.
 * @param formTargets where a form may lead besides the emulator: browsers hold redirects to it too.
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
    // Not `no-referrer`: a browser would then send the form with the origin `null`.
    'referrer-policy': 'same-origin',
  });
}

/** What the user is told where the client can't be. */
export function errorPage(error: OAuthError): Reply {
  return page(
    error.status,
    'Sign-in refused',
    `<h1>Sign-in refused</h1><p class="quiet">Error ${error.status}: ` +
      `<code>${escaped(error.code)}</code></p><p>${escaped(error.message)}</p>` +
      '<p>Go back to the program that sent you here, and start signing in again.</p>',
  );
}

/** Sends the browser on with GET, whatever brought it here. */
export function redirect(location: string): Reply {
  return plain(303, 'text/plain; charset=utf-8', '', {
    location,
    'referrer-policy': 'no-referrer',
  });
}

/** An answer of the token, revocation and tokeninfo endpoints. */
export function json(body: { readonly [name: string]: unknown }, status = 200): Reply {
  return plain(
    status,
    'application/json; charset=utf-8',
    `${JSON.stringify(body, undefined, 2)}\n`,
    {
      pragma: 'no-cache',
    },
  );
}

/** An error of these, as RFC 6749 section 5.2 has it. */
export function jsonError(error: OAuthError): Reply {
  return json({ error: error.code, error_description: error.message }, error.status);
}

/** An answer that is no message of the service, and that nobody may keep. */
export function plain(
  status: number,
  contentType: string,
  body: string,
  headers: { readonly [name: string]: string },
): Reply {
  const all = { 'cache-control': 'no-store', ...headers };
  return { steps: [], accident: { kind: 'page', status, contentType, body, headers: all } };
}
