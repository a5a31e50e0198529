import type { Reply } from '../reply';
import type { User } from '../seeds/users';
import { REPEATED, type Return, type Wish } from './authorization';
import { escaped, page } from './page';
import type { Parameters } from './parameters';

/** What the consent page shows. */
export interface Consenting {
  readonly wish: Wish;
  readonly back: Return;
  readonly parameters: Parameters;
  readonly ticket: string;
  readonly users: readonly User[];
  /** Whether the client's consent screen is in testing. */
  readonly isTesting: boolean;
}

/** Asks a user who they are and what the client may do. Nothing happens before the form is sent. */
export function consentPage(consenting: Consenting): Reply {
  const { back, parameters, ticket, wish } = consenting;
  const hidden = REPEATED.map((name) => hiddenField(name, parameters.get(name))).join('');
  const where = escaped(new URL(back.redirectUri).origin);
  const body = [
    '<h1>Sign in to the emulator</h1>',
    `<p class="quiet">The Generative Language emulator on this machine. No password is needed.</p>`,
    '<form method="post" action="/o/oauth2/v2/auth" autocomplete="off">',
    hidden,
    hiddenField('ticket', ticket),
    accounts(consenting),
    '<p class="warning" role="note"><strong>This app is not verified</strong>',
    `A program on this machine, to be answered at <code>${where}</code>, asks for access.`,
    'Go on only if you have just started to sign in from it.',
    consenting.isTesting ? 'The app is being tested: access ends after 7 days.' : '',
    '</p>',
    scopes(wish),
    '<div class="buttons">',
    '<button name="decision" value="deny">Deny</button>',
    '<button class="first" name="decision" value="allow">Allow</button>',
    '</div></form>',
  ].join('\n');
  return page(200, 'Sign in to the emulator', body, formTarget(back.redirectUri));
}

/** What Google shows to somebody who is not among the test users of an app in testing. */
export function notTesterPage(email: string): Reply {
  const body = [
    '<h1>Access blocked: this app has not completed the verification process</h1>',
    `<p>The app is being tested, and only test users may sign in. <code>${escaped(email)}</code> is none of them.`,
    'Add the account under “Test users” of the consent screen, or choose another one.</p>',
    '<p class="quiet">Error 403: access_denied</p>',
  ].join('\n');
  return page(403, 'Access blocked', body);
}

function accounts({ users, wish }: Consenting): string {
  const hinted = users.find(({ email }) => email === wish.loginHint?.toLowerCase());
  const chosen = hinted ?? users[0];
  const isUnknown = wish.loginHint !== undefined && hinted === undefined;
  const unknown = isUnknown
    ? `<p class="warning" role="note">There is no account <code>${escaped(wish.loginHint)}</code> here. Choose another one.</p>`
    : '';
  const rows = users.map(
    (user) =>
      `<label><input type="radio" name="user" value="${escaped(user.email)}" required` +
      `${user === chosen && !isUnknown ? ' checked' : ''}><span>${escaped(user.name)}` +
      `<small>${escaped(user.email)}</small></span></label>`,
  );
  return `${unknown}<fieldset><legend>Account</legend>${rows.join('\n')}</fieldset>`;
}

function scopes(wish: Wish): string {
  const rows = wish.scopes.flatMap(({ name, text }) =>
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

/** The client's address as a source of a content security policy, which has none for IPv6. */
function formTarget(redirectUri: string): string {
  const { origin, hostname } = new URL(redirectUri);
  return hostname.startsWith('[') ? 'http:' : origin;
}
