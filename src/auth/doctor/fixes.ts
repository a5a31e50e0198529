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

interface Fixes {
  readonly apiKey?: MakeFix;
  readonly oauth?: MakeFix;
  readonly adc?: MakeFix;
}

const KEY: Fixes = { apiKey: addKeyFix };
const ACCOUNT: Fixes = { oauth: signInFix };
const EDIT: Fixes = { apiKey: editFix, oauth: editFix, adc: editFix };

/** By the reason of an error, and the kind of credential. */
const FIXES: { readonly [reason: string]: Fixes } = {
  noKey: KEY,
  invalidKey: KEY,
  blockedKey: KEY,
  badCredential: KEY,
  unauthenticated: { ...KEY, ...ACCOUNT },
  noCredential: { ...KEY, ...ACCOUNT },
  scope: ACCOUNT,
  missingScopes: ACCOUNT,
  notSignedIn: ACCOUNT,
  signedOut: ACCOUNT,
  policy: ACCOUNT,
  signInForOtherOrigin: { ...ACCOUNT, adc: editFix },
  badClient: { oauth: importClientFix },
  noProject: EDIT,
  projectDenied: EDIT,
  // That of a key is the project that it was made in.
  badProject: { ...EDIT, ...KEY },
  notFound: EDIT,
  redirect: EDIT,
  notJson: EDIT,
};

/** What helps against an error, as far as something of ours does. */
export function fixFor(context: DoctorContext, error: unknown): CheckFix | undefined {
  const reason = error instanceof AppError ? String(error.reason) : '';
  const { auth } = context.connection;
  if (auth === 'none' || !Object.hasOwn(FIXES, reason)) return undefined;
  return FIXES[reason]?.[auth]?.(context);
}
