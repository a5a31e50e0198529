import * as l10n from '@vscode/l10n';
import { credentialNeed } from '../../api/credentialNeed';
import { endpointName, isLoopback } from '../../api/endpoint';
import { type OperationId, operationIds, operationRow } from '../../api/operations';
import { AppError } from '../../base/errors';
import { HELP_PAGES } from '../../catalog/errorHelp';
import { GOOGLE, type OAuthClient, endpointsOf, scopeToWish } from '../oauthClient';
import {
  type Check,
  type CheckResult,
  type DoctorContext,
  importClientFix,
  pageFix,
  setUpOAuthFix,
  signInFix,
} from './check';

/** Checks the imported OAuth client. Types other than Desktop were rejected at import. */
export const clientCheck: Check = {
  id: 'client',
  title: () => l10n.t('OAuth client'),
  appliesTo: ({ auth }) => auth === 'oauth',
  async run(context): Promise<CheckResult> {
    const { signIns, connection } = context;
    const stored = await signIns.clients.read(connection.id);
    return stored
      ? checkClient(context, stored.client)
      : await missingClient(context, l10n.t('No OAuth client is stored.'));
  },
};

async function missingClient(context: DoctorContext, says: string): Promise<CheckResult> {
  return {
    state: (await context.account()) ? 'warning' : 'failed',
    says,
    hint: l10n.t('Import a “Desktop app” OAuth client file. “Set Up OAuth…” shows how to get one.'),
    fixes: [importClientFix(context), setUpOAuthFix(context)],
  };
}

function checkClient(context: DoctorContext, client: OAuthClient): CheckResult {
  const urls = [client.authUri, client.tokenUri].map((uri) => new URL(uri));
  const open = urls.find(
    ({ protocol, hostname }) =>
      protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)),
  );
  if (open) {
    return {
      state: 'failed',
      says: l10n.t('The OAuth client would send secrets unencrypted to {0}.', open.host),
      hint: l10n.t('Import the original file from the Google Cloud console again.'),
      fixes: [importClientFix(context)],
    };
  }
  const hosts = [...new Set(urls.map(({ host }) => host))];
  const says =
    endpointsOf(client) === GOOGLE
      ? l10n.t('A “Desktop app” client is stored. It signs in with Google.')
      : l10n.t(
          'A “Desktop app” client is stored. It signs in at {0}, not with Google.',
          hosts.length === 1 ? `${hosts[0]}` : l10n.t('{0} and {1}', ...hosts),
        );
  return { state: 'passed', says };
}

export const signedInCheck: Check = {
  id: 'signedIn',
  title: () => l10n.t('Sign-in'),
  appliesTo: ({ auth }) => auth === 'oauth',
  needs: ['client'],
  async run(context) {
    const { endpoint } = context.connection;
    const account = await context.account();
    if (!account) {
      return {
        state: 'failed',
        says: l10n.t('You are not signed in.'),
        fixes: [signInFix(context)],
      };
    }
    const { email, origin } = account;
    if (origin !== endpoint) {
      return {
        state: 'failed',
        says: l10n.t(
          'You signed in for {0}, but the connection uses {1}.',
          endpointName(origin),
          endpointName(endpoint),
        ),
        hint: l10n.t('Sign in again for this endpoint, or fix the endpoint.'),
        fixes: [signInFix(context)],
      };
    }
    const reports = l10n.t('Signed in.');
    const says = email === undefined ? reports : l10n.t('Signed in as {0}.', email);
    return { state: 'passed', says, reports };
  },
};

// In ms and days.
const DAY = 86_400_000;
const TESTING_LIMIT = 7;
const EARLY = 6;

/** Checks the age of the sign-in: in testing mode, Google ends sign-ins after seven days. */
export const ageCheck: Check = {
  id: 'age',
  title: () => l10n.t('Sign-in age'),
  appliesTo: ({ auth }) => auth === 'oauth',
  needs: ['signedIn'],
  async run(context) {
    const { clock } = context.deps;
    const account = await context.account();
    if (!account) return { state: 'skipped', says: l10n.t('You are not signed in.') };
    const { signedInAt, endsAt } = account;
    const now = clock.now();
    const days = Math.max(0, Math.floor((now - signedInAt) / DAY));
    const since = daysAgo(days);
    if (endsAt === undefined && days < EARLY) return { state: 'passed', says: since };
    // An end date is normal in testing mode.
    if (endsAt !== undefined && endsAt - now >= DAY) {
      if (isEnded((await context.token()).error)) {
        return { state: 'skipped', says: l10n.t('The sign-in expired early.') };
      }
      return { state: 'passed', says: `${since} ${endIn(endsAt - now)}` };
    }
    // An older valid sign-in belongs to a published app.
    if (
      endsAt === undefined &&
      days >= TESTING_LIMIT &&
      (await context.token()).error === undefined
    ) {
      return {
        state: 'passed',
        says: `${since} ${l10n.t('The 7-day limit for apps in testing doesn’t apply.')}`,
      };
    }
    const rule = l10n.t('While the consent screen is in testing, sign-ins expire after 7 days.');
    const end = endsAt === undefined ? rule : endIn(endsAt - now);
    return {
      state: 'warning',
      says: `${since} ${end}`,
      hint: l10n.t(
        'Publish the app on the consent screen page, then sign in again. Publishing doesn’t extend existing sign-ins.',
      ),
      fixes: [signInFix(context), pageFix(context, HELP_PAGES.audience)],
    };
  },
};

function isEnded(error: Error | undefined): boolean {
  return error instanceof AppError && error.reason === 'signedOut';
}

function daysAgo(days: number): string {
  if (days === 0) return l10n.t('Signed in today.');
  return days === 1 ? l10n.t('Signed in 1 day ago.') : l10n.t('Signed in {0} days ago.', days);
}

function endIn(ms: number): string {
  if (ms <= 0) return l10n.t('According to the server, the sign-in has expired.');
  const days = Math.floor(ms / DAY);
  if (days === 0)
    return l10n.t('The sign-in expires within a day because the consent screen is in testing.');
  return days === 1
    ? l10n.t('The sign-in expires in 1 day because the consent screen is in testing.')
    : l10n.t('The sign-in expires in {0} days because the consent screen is in testing.', days);
}

/** Requests a new access token even if the current one is valid, to check that renewal works. */
export const tokenCheck: Check = {
  id: 'token',
  title: () => l10n.t('Access token'),
  appliesTo: ({ auth }) => auth === 'oauth' || auth === 'adc',
  needs: ['signedIn', 'adcFile'],
  async run({ token }) {
    const { error } = await token();
    if (error) throw error;
    return { state: 'passed', says: l10n.t('The sign-in server issues access tokens.') };
  },
};

const FAMILIES: readonly {
  readonly starts: readonly string[];
  readonly title: () => string;
}[] = [
  { starts: ['models', 'dynamic'], title: () => l10n.t('models') },
  { starts: ['tunedModels'], title: () => l10n.t('tuned models') },
  { starts: ['corpora'], title: () => l10n.t('corpora') },
  { starts: ['files', 'media', 'generatedFiles'], title: () => l10n.t('files') },
  { starts: ['cachedContents'], title: () => l10n.t('cached content') },
  { starts: ['fileSearchStores'], title: () => l10n.t('file search stores') },
  { starts: ['batches'], title: () => l10n.t('batches') },
  { starts: ['auth_tokens'], title: () => l10n.t('ephemeral tokens') },
  { starts: ['interactions'], title: () => l10n.t('interactions') },
  {
    starts: ['agents', 'environments', 'triggers', 'credentials'],
    title: () => l10n.t('agents'),
  },
  { starts: ['voices'], title: () => l10n.t('voices') },
  { starts: ['webhooks'], title: () => l10n.t('webhooks') },
  { starts: ['operations'], title: () => l10n.t('operations') },
];

export const scopesCheck: Check = {
  id: 'scopes',
  title: () => l10n.t('Scopes'),
  appliesTo: ({ auth }) => auth === 'oauth',
  needs: ['signedIn'],
  async run(context) {
    const { signIns, connection } = context;
    const account = await context.account();
    if (!account) return { state: 'skipped', says: l10n.t('You are not signed in.') };
    const { granted, asked } = account;
    const closed = blockedFamilies(granted);
    if (closed.length === 0) {
      return { state: 'passed', says: l10n.t('The granted scopes allow all API methods.') };
    }
    const stored = await signIns.clients.read(connection.id);
    const known = { remembered: stored?.scopes, asked, granted };
    const wished = blockedOperations(granted).flatMap((operation) =>
      scopeToWish(known, credentialNeed({ operation }).scopes),
    );
    return {
      state: 'warning',
      says: l10n.t('The granted scopes don’t allow access to: {0}.', closed.join(', ')),
      hint: l10n.t('To use them, sign in again and select every scope on the page.'),
      fixes: [signInFix(context, [...new Set(wished)])],
    };
  },
};

/**
 * Returns blocked API methods, except those that need another API’s scope: these scopes are requested on
 * demand.
 */
function blockedOperations(granted: readonly string[]): readonly OperationId[] {
  return operationIds().filter(
    (operation) =>
      operationRow(operation).foreignScope === undefined &&
      !credentialNeed({ operation }).scopes.some((scope) => granted.includes(scope)),
  );
}

function blockedFamilies(granted: readonly string[]): readonly string[] {
  const closed = blockedOperations(granted);
  return FAMILIES.flatMap(({ starts, title }) => {
    const isOf = (id: string): boolean => starts.some((start) => id.startsWith(`${start}.`));
    const count = closed.filter(isOf).length;
    if (count === 0) return [];
    const isWhole = count === operationIds().filter(isOf).length;
    return [isWhole ? title() : l10n.t('{0} (some methods)', title())];
  });
}
