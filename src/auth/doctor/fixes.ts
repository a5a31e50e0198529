import { AppError } from '../../base/errors';
import { pickClient } from '../pickClient';
import { signInTo } from '../signInTo';
import type { CheckFix } from './check';
import type { DoctorContext } from './context';

/** Signs in. With scopes, asks for them besides what the connection had. */
export function signInFix(context: DoctorContext, scopes: readonly string[] = []): CheckFix {
  const { parts, connection } = context;
  return {
    title: parts.l10n.t('Sign In…'),
    run: () => signInTo(parts, connection, { scopes }),
  };
}

/** Imports the file of an OAuth client in the place of the one before. */
export function importClientFix({ parts, connection, signIns }: DoctorContext): CheckFix {
  return {
    title: parts.l10n.t('Import OAuth Client…'),
    async run() {
      const client = await pickClient(parts);
      if (client) await signIns.clients.write(connection.id, { client });
    },
  };
}

export function editFix({ parts, connection }: DoctorContext): CheckFix {
  return {
    title: parts.l10n.t('Edit Connection…'),
    run: () => parts.run('editConnection', { connection: connection.id }),
  };
}

export function addKeyFix({ parts }: DoctorContext): CheckFix {
  return { title: parts.l10n.t('Add API Key…'), run: () => parts.run('addApiKey') };
}

export function showLogFix({ parts }: DoctorContext): CheckFix {
  return { title: parts.l10n.t('Show Log'), run: () => parts.run('showLog') };
}

/** @param name of the setting, or the beginning of the names of several. */
export function settingFix({ parts }: DoctorContext, name: string): CheckFix {
  return { title: parts.l10n.t('Open Settings'), run: () => parts.openSettings(name) };
}

type MakeFix = (context: DoctorContext) => CheckFix;

/** By reason of an error; `oauth` where an account is what the connection has. */
const FIXES: {
  readonly [reason: string]: { readonly apiKey?: MakeFix; readonly oauth?: MakeFix };
} = {
  noKey: { apiKey: addKeyFix },
  invalidKey: { apiKey: addKeyFix },
  blockedKey: { apiKey: addKeyFix },
  badCredential: { apiKey: addKeyFix },
  unauthenticated: { apiKey: addKeyFix, oauth: signInFix },
  noCredential: { apiKey: addKeyFix, oauth: signInFix },
  scope: { oauth: signInFix },
  missingScopes: { oauth: signInFix },
  notSignedIn: { oauth: signInFix },
  signedOut: { oauth: signInFix },
  policy: { oauth: signInFix },
  signInForOtherOrigin: { oauth: signInFix },
  badClient: { oauth: importClientFix },
  noProject: { oauth: editFix },
  projectDenied: { oauth: editFix },
  badProject: { apiKey: addKeyFix, oauth: editFix },
  notFound: { apiKey: editFix, oauth: editFix },
  redirect: { apiKey: editFix, oauth: editFix },
  notJson: { apiKey: editFix, oauth: editFix },
};

/** What helps against an error, as far as something of ours does. */
export function fixFor(context: DoctorContext, error: unknown): CheckFix | undefined {
  const reason = error instanceof AppError ? String(error.reason) : '';
  const { auth } = context.connection;
  if (auth !== 'apiKey' && auth !== 'oauth') return undefined;
  const fixes = Object.hasOwn(FIXES, reason) ? FIXES[reason] : undefined;
  return fixes?.[auth]?.(context);
}
