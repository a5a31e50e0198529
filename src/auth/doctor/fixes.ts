import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { HELP_PAGES } from '../../catalog/errorHelp';
import type { AuthKind } from '../../service/connection';
import { adcPath } from '../adcFile';
import { pickClient } from '../pickClient';
import { signInTo } from '../signInTo';
import type { CheckFix, DoctorContext } from './check';

export function setUpOAuthFix({ deps }: DoctorContext): CheckFix {
  return {
    title: l10n.t('Set Up OAuth…'),
    run: () => deps.run('setUpOAuth'),
    changesNothing: true,
  };
}

export function signInFix(context: DoctorContext, scopes: readonly string[] = []): CheckFix {
  const { deps, connection } = context;
  return {
    title: l10n.t('Sign In…'),
    run: () => signInTo(deps, connection, { scopes }),
  };
}

export function importClientFix({ deps, connection, signIns }: DoctorContext): CheckFix {
  return {
    title: l10n.t('Import OAuth Client…'),
    async run() {
      const client = await pickClient(deps);
      if (client) await signIns.clients.write(connection.id, { client });
    },
  };
}

export function editFix({ deps, connection }: DoctorContext): CheckFix {
  return {
    title: l10n.t('Edit Connection…'),
    run: () => deps.run('editConnection', { connection: connection.id }),
  };
}

export function addKeyFix({ deps }: DoctorContext): CheckFix {
  return { title: l10n.t('Add API Key…'), run: () => deps.run('addApiKey') };
}

export function showLogFix({ deps }: DoctorContext): CheckFix {
  return { title: l10n.t('Show Log'), run: () => deps.run('showLog') };
}

export function settingFix({ deps }: DoctorContext, name: string): CheckFix {
  return { title: l10n.t('Open Settings'), run: () => deps.openSettings(name) };
}

export function pageFix({ deps }: DoctorContext, url: string): CheckFix {
  return {
    title: l10n.t('Open Page'),
    run: () => deps.system.openExternal(url),
    changesNothing: true,
  };
}

function adcSignInFix({ deps, connection }: DoctorContext): CheckFix {
  return {
    title: l10n.t('Sign In…'),
    run: () => deps.run('signIn', { connection: connection.id }),
  };
}

function adcFileFix({ deps, signIns }: DoctorContext): CheckFix {
  return {
    title: l10n.t('Open File'),
    run: () => deps.system.openFile(adcPath(signIns.surroundings())),
    changesNothing: true,
  };
}

type MakeFix = (context: DoctorContext) => CheckFix;
type Fixes = { readonly [A in AuthKind]?: readonly MakeFix[] };

const page =
  (url: string): MakeFix =>
  (context) =>
    pageFix(context, url);
const KEY: Fixes = { apiKey: [addKeyFix, page(HELP_PAGES.keys)] };
const ACCOUNT: Fixes = { oauth: [signInFix], adc: [adcSignInFix] };
const EDIT: Fixes = { apiKey: [editFix], oauth: [editFix], adc: [editFix] };
const ADC_FILE: Fixes = { adc: [adcFileFix, adcSignInFix, page(HELP_PAGES.adc)] };
const all = (...fixes: readonly MakeFix[]): Fixes => ({
  apiKey: fixes,
  oauth: fixes,
  adc: fixes,
  none: fixes,
});

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
  signInForOtherOrigin: { ...ACCOUNT, adc: [editFix] },
  noAdc: { adc: [adcSignInFix, page(HELP_PAGES.adc)] },
  badAdc: ADC_FILE,
  otherAdc: ADC_FILE,
  unreadableAdc: ADC_FILE,
  badClient: { oauth: [importClientFix] },
  noProject: EDIT,
  projectDenied: EDIT,
  // An API key belongs to the project it was created in.
  badProject: { ...EDIT, ...KEY },
  quota: all(page(HELP_PAGES.quota)),
  credits: all(page(HELP_PAGES.billing)),
  location: all(page(HELP_PAGES.location)),
  notFound: EDIT,
  redirect: EDIT,
  notJson: EDIT,
};

export function fixesFor(context: DoctorContext, error: unknown): readonly CheckFix[] {
  const reason = error instanceof AppError ? String(error.reason) : '';
  if (!Object.hasOwn(FIXES, reason)) return [];
  return (FIXES[reason]?.[context.connection.auth] ?? []).map((make) => make(context));
}
