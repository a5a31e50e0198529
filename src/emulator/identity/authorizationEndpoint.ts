import type { Reply } from '../reply';
import { OUTSIDER, users } from '../seeds/users';
import { readReturn, readWish, type Return, type Wish } from './authorization';
import { consentPage, notTesterPage } from './consentPage';
import { OAuthError } from './oauthError';
import { redirect } from './page';
import { readParameters, type Parameters } from './parameters';
import { withParameters } from './redirectUri';
import type { Tickets } from './tickets';
import type { Issuer } from './tokenEndpoint';

/** What the authorization endpoint works with. */
export interface Authorizer extends Issuer {
  readonly tickets: Tickets;
  /** The address that tells this server from others (RFC 9207). */
  readonly issuer: string;
}

/** Shows the consent page. Throws `OAuthError` where the user is told and the client must not be. */
export function showConsent(on: Authorizer, query: URLSearchParams): Reply {
  const parameters = readParameters(query);
  return forClient(on, parameters, (wish, back) =>
    consentPage({
      wish,
      back,
      parameters,
      ticket: on.tickets.issue(parameters),
      users: on.settings.testing ? [...users, OUTSIDER] : users,
      isTesting: on.settings.testing,
    }),
  );
}

/** Takes the consent form, and sends the client a code or the refusal. Throws as `showConsent` does. */
export function takeConsent(on: Authorizer, form: URLSearchParams): Reply {
  const ticked = form.getAll('grant');
  const single = new URLSearchParams([...form].filter(([name]) => name !== 'grant'));
  const parameters = readParameters(single);
  return forClient(on, parameters, (wish, back) => {
    if (!on.tickets.use(parameters.get('ticket') ?? '', parameters)) {
      throw new ShownError('invalid_request', 'This page was answered before, or has expired.');
    }
    if (on.settings.testing && parameters.get('user') === OUTSIDER.email) {
      // As with Google: the page says it, and the program hears nothing.
      return notTesterPage(OUTSIDER.email);
    }
    const user = users.find(({ email }) => email === parameters.get('user'));
    if (!user) throw new ShownError('invalid_request', 'There is no such account.');
    const scopes = grantedOf(wish, ticked);
    if (parameters.get('decision') !== 'allow' || scopes.length === 0) {
      throw new OAuthError('access_denied', 'The user denied access.');
    }
    const { challenge, isOffline } = wish;
    const { redirectUri } = back;
    const consent = { email: user.email, scopes, redirectUri, challenge, isOffline };
    const code = on.codes.issue(consent);
    return answer(on, back, { code, scope: scopes.join(' ') });
  });
}

/** An error that the client is not told. */
class ShownError extends OAuthError {}

function forClient(
  on: Authorizer,
  parameters: Parameters,
  work: (wish: Wish, back: Return) => Reply,
): Reply {
  const back = readReturn(parameters, on.client);
  try {
    return work(readWish(parameters, on.settings.refused), back);
  } catch (error) {
    if (!(error instanceof OAuthError) || error instanceof ShownError) throw error;
    return answer(on, back, { error: error.code, error_description: error.message });
  }
}

/** What was ticked of what was asked for, and what needs no tick; nothing where all was unticked. */
function grantedOf({ scopes }: Wish, ticked: readonly string[]): readonly string[] {
  const offered = scopes.filter(({ text }) => text !== undefined);
  const granted = scopes.filter(({ name, text }) => text === undefined || ticked.includes(name));
  const isNothing = offered.length > 0 && !offered.some(({ name }) => ticked.includes(name));
  return isNothing ? [] : granted.map(({ name }) => name);
}

function answer(
  { issuer }: Authorizer,
  { redirectUri, state }: Return,
  parameters: { readonly [name: string]: string },
): Reply {
  return redirect(withParameters(redirectUri, { ...parameters, state, iss: issuer }));
}
