import type { Reply } from '../call';
import { OUTSIDER, type User, users } from '../caller';
import { newSecret } from '../digest';
import type { ServerTime } from '../handlerContext';
import {
  type AuthorizationRequest,
  OAuthError,
  type Parameters,
  REPEATED,
  type Redirection,
  readAuthorizationRequest,
  readParameters,
  readRedirection,
  withParameters,
} from './oauth';
import { escaped, page, redirect } from './page';
import type { Issuer } from './tokenEndpoint';

export interface Authorizer extends Issuer {
  readonly tickets: Tickets;
  /** Issuer identifier (RFC 9207). */
  readonly issuer: string;
}

/**
 * Shows the consent page. Throws `OAuthError` for errors that are shown to the user instead of sent to the
 * client.
 */
export function showConsent(on: Authorizer, query: URLSearchParams): Reply {
  const parameters = readParameters(query);
  return forClient(on, parameters, (authorization, back) =>
    consentPage({
      authorization,
      back,
      parameters,
      ticket: on.tickets.issue(parameters),
      users: on.settings.testing ? [...users, OUTSIDER] : users,
      isTesting: on.settings.testing,
    }),
  );
}

/**
 * Handles the consent form: redirects to the client with a code or error. Throws like
 * `showConsent`.
 */
export function takeConsent(on: Authorizer, form: URLSearchParams): Reply {
  const ticked = form.getAll('grant');
  const single = new URLSearchParams([...form].filter(([name]) => name !== 'grant'));
  const parameters = readParameters(single);
  return forClient(on, parameters, (authorization, back) => {
    if (!on.tickets.use(parameters.get('ticket') ?? '', parameters)) {
      throw new ShownError('invalid_request', 'This page was already submitted or has expired.');
    }
    if (on.settings.testing && parameters.get('user') === OUTSIDER.email) {
      // Like Google, don't notify the app.
      return notTesterPage(OUTSIDER.email);
    }
    const user = users.find(({ email }) => email === parameters.get('user'));
    if (!user) throw new ShownError('invalid_request', 'The account doesn’t exist.');
    const scopes = grantedOf(authorization, ticked);
    if (parameters.get('decision') !== 'allow' || scopes.length === 0) {
      throw new OAuthError('access_denied', 'The user denied access.');
    }
    const { challenge, isOffline } = authorization;
    const { redirectUri } = back;
    const consent = { email: user.email, scopes, redirectUri, challenge, isOffline };
    const code = on.codes.issue(consent);
    return answerClient(on, back, { code, scope: scopes.join(' ') });
  });
}

class ShownError extends OAuthError {}

function forClient(
  on: Authorizer,
  parameters: Parameters,
  work: (authorization: AuthorizationRequest, back: Redirection) => Reply,
): Reply {
  const back = readRedirection(parameters, on.client);
  try {
    return work(readAuthorizationRequest(parameters, on.settings.refused), back);
  } catch (error) {
    if (!(error instanceof OAuthError) || error instanceof ShownError) throw error;
    return answerClient(on, back, { error: error.code, error_description: error.message });
  }
}

/** Returns the selected scopes and those that need no checkbox. Empty if all were cleared. */
function grantedOf({ scopes }: AuthorizationRequest, ticked: readonly string[]): readonly string[] {
  const offered = scopes.filter(({ text }) => text !== undefined);
  const granted = scopes.filter(({ name, text }) => text === undefined || ticked.includes(name));
  const isNothing = offered.length > 0 && !offered.some(({ name }) => ticked.includes(name));
  return isNothing ? [] : granted.map(({ name }) => name);
}

function answerClient(
  { issuer }: Authorizer,
  { redirectUri, state }: Redirection,
  parameters: { readonly [name: string]: string },
): Reply {
  return redirect(withParameters(redirectUri, { ...parameters, state, iss: issuer }));
}

interface ConsentContext {
  readonly authorization: AuthorizationRequest;
  readonly back: Redirection;
  readonly parameters: Parameters;
  readonly ticket: string;
  readonly users: readonly User[];
  /** Whether the OAuth consent screen has the status "Testing". */
  readonly isTesting: boolean;
}

function consentPage(context: ConsentContext): Reply {
  const { back, parameters, ticket, authorization } = context;
  const hidden = REPEATED.map((name) => hiddenField(name, parameters.get(name))).join('');
  const where = escaped(new URL(back.redirectUri).origin);
  const body = [
    '<h1>Sign in to the emulator</h1>',
    `<p class="quiet">The Gemini API emulator on this machine. No password is needed.</p>`,
    // A relative URL, to stay in the emulator session.
    '<form method="post" action="auth" autocomplete="off">',
    hidden,
    hiddenField('ticket', ticket),
    accountFields(context),
    '<p class="warning" role="note"><strong>This app is not verified</strong>',
    `An app on this machine, with the redirect URL <code>${where}</code>, requests access.`,
    'Continue only if you just started to sign in there.',
    context.isTesting ? 'The app is in testing, so access ends after 7 days.' : '',
    '</p>',
    scopeFields(authorization),
    '<div class="buttons">',
    '<button name="decision" value="deny">Deny</button>',
    '<button class="first" name="decision" value="allow">Allow</button>',
    '</div></form>',
  ].join('\n');
  return page(200, 'Sign in to the emulator', body, formTarget(back.redirectUri));
}

/** Returns Google's page for users who aren't test users of an app in testing. */
function notTesterPage(email: string): Reply {
  const body = [
    '<h1>Access blocked: this app has not completed the verification process</h1>',
    `<p>The app is in testing, and only test users can sign in. <code>${escaped(email)}</code> isn’t a test user.`,
    'Add the account under “Test users” of the consent screen, or choose another one.</p>',
    '<p class="quiet">Error 403: access_denied</p>',
  ].join('\n');
  return page(403, 'Access blocked', body);
}

function accountFields({ users, authorization }: ConsentContext): string {
  const hinted = users.find(({ email }) => email === authorization.loginHint?.toLowerCase());
  const chosen = hinted ?? users[0];
  const isUnknown = authorization.loginHint !== undefined && hinted === undefined;
  const unknown = isUnknown
    ? `<p class="warning" role="note">The account <code>${escaped(authorization.loginHint)}</code> doesn’t exist here. Choose another one.</p>`
    : '';
  const rows = users.map(
    (user) =>
      `<label><input type="radio" name="user" value="${escaped(user.email)}" required` +
      `${user === chosen && !isUnknown ? ' checked' : ''}><span>${escaped(user.name)}` +
      `<small>${escaped(user.email)}</small></span></label>`,
  );
  return `${unknown}<fieldset><legend>Account</legend>${rows.join('\n')}</fieldset>`;
}

function scopeFields(authorization: AuthorizationRequest): string {
  const rows = authorization.scopes.flatMap(({ name, text }) =>
    text === undefined
      ? []
      : `<label><input type="checkbox" name="grant" value="${escaped(name)}" checked>` +
        `<span>${escaped(text)}<small>${escaped(name)}</small></span></label>`,
  );
  if (rows.length === 0) return '';
  return `<fieldset><legend>The app may</legend>${rows.join('\n')}</fieldset>`;
}

function hiddenField(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  return `<input type="hidden" name="${name}" value="${escaped(value)}">`;
}

/** Returns the redirect origin as CSP source. CSP doesn't support IPv6 addresses. */
function formTarget(redirectUri: string): string {
  const { origin, hostname } = new URL(redirectUri);
  return hostname.startsWith('[') ? 'http:' : origin;
}

/** Lifetime of a consent page in ms. */
const TICKET_LIFE = 600_000;

/** Single-use tickets against CSRF, each for one request. */
export class Tickets {
  readonly #time: ServerTime;
  readonly #open = new Map<string, { readonly endsAt: number; readonly request: string }>();

  constructor(time: ServerTime) {
    this.#time = time;
  }

  issue(parameters: Parameters): string {
    const now = this.#time.now();
    for (const [old, { endsAt }] of this.#open) if (endsAt <= now) this.#open.delete(old);
    const ticket = newSecret('ticket');
    this.#open.set(ticket, { endsAt: now + TICKET_LIFE, request: requestIn(parameters) });
    return ticket;
  }

  use(ticket: string, parameters: Parameters): boolean {
    const issued = this.#open.get(ticket);
    if (issued?.request !== requestIn(parameters)) return false;
    this.#open.delete(ticket);
    return issued.endsAt > this.#time.now();
  }
}

function requestIn(parameters: Parameters): string {
  return JSON.stringify(REPEATED.map((name) => parameters.get(name) ?? null));
}
