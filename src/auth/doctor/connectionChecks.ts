import * as l10n from '@vscode/l10n';
import { endpointName, parseEndpoint } from '../../api/endpoint';
import { activationUrl } from '../../api/errors/details';
import type { ServiceReason } from '../../api/errors/advice';
import { ServiceError } from '../../api/errors';
import { abortable } from '../../base/async';
import { AppError, errorMessage } from '../../base/errors';
import { adcPath } from '../adc';
import {
  type Check,
  type CheckFix,
  type CheckResult,
  type DoctorContext,
  addKeyFix,
  editFix,
  isUsers,
  networkFailure,
  pageFix,
  showLogFix,
} from './check';

export const settingsCheck: Check = {
  id: 'settings',
  title: () => l10n.t('Connection settings'),
  appliesTo: isUsers,
  async run(context): Promise<CheckResult> {
    const { endpoint, uploadEndpoint, auth, project } = context.connection;
    const { host } = parseEndpoint(endpoint);
    const upload = uploadEndpoint === undefined ? host : parseEndpoint(uploadEndpoint).host;
    const says =
      upload === host
        ? l10n.t('Requests go to {0}.', host)
        : l10n.t('Requests go to {0}. Files go to {1}.', host, upload);
    const isUseless = project !== undefined && (auth === 'apiKey' || auth === 'none');
    return isUseless ? unusableProject(context, says) : { state: 'passed', says };
  },
};

function unusableProject(context: DoctorContext, says: string): CheckResult {
  const why = l10n.t('The project isn’t sent because it applies only to accounts.');
  return {
    state: 'warning',
    says: `${says} ${why}`,
    hint: l10n.t('An API key always uses the project it was created in.'),
    fixes: [editFix(context)],
  };
}

export const emulatorCheck: Check = {
  id: 'emulator',
  title: () => l10n.t('Built-in emulator'),
  appliesTo: (connection) => !isUsers(connection),
  async run(context) {
    const { emulator } = context.deps;
    try {
      const { baseUrl } = await abortable(emulator.start(), context.signal);
      const says = l10n.t('Running on port {0}.', new URL(baseUrl).port);
      return { state: 'passed', says };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { hint } = error;
      return {
        state: 'failed',
        says: errorMessage(error),
        ...(hint === undefined ? {} : { hint }),
        fixes: [showLogFix(context)],
      };
    }
  },
};

export const keyCheck: Check = {
  id: 'key',
  title: () => l10n.t('API key'),
  appliesTo: (connection) => connection.auth === 'apiKey' && isUsers(connection),
  async run(context) {
    const { deps, connection } = context;
    const { vault } = deps;
    const stored = await vault.read(connection.id);
    if (!stored) {
      return {
        state: 'failed',
        says: l10n.t('No API key is stored.'),
        hint: l10n.t('Add the key again.'),
        fixes: [addKeyFix(context)],
      };
    }
    const used = endpointName(connection.endpoint);
    if (stored.origin !== connection.endpoint) {
      return {
        state: 'failed',
        says: l10n.t(
          'The API key was entered for {0}, but the connection uses {1}.',
          endpointName(stored.origin),
          used,
        ),
        hint: l10n.t('Add a key for this endpoint, or fix the endpoint.'),
        fixes: [addKeyFix(context)],
      };
    }
    const says = l10n.t('An API key is stored for {0} only.', used);
    // Google AI Studio creates `AQ.` keys since 2026-05-28, and unrestricted standard keys fail since 2026-06-19.
    if (!stored.key.startsWith('AIza')) return { state: 'passed', says };
    return {
      state: 'warning',
      says: `${says} ${l10n.t('It’s a standard key, which Google is replacing.')}`,
      hint: l10n.t(
        'Create a new key in Google AI Studio. Google rejects standard keys without restrictions.',
      ),
      fixes: [addKeyFix(context)],
    };
  },
};

export const adcFileCheck: Check = {
  id: 'adcFile',
  title: () => l10n.t('Application default credentials'),
  appliesTo: ({ auth }) => auth === 'adc',
  async run({ signIns }) {
    await signIns.adc.read();
    const path = adcPath(signIns.surroundings());
    return { state: 'passed', says: l10n.t('Read from {0}.', path) };
  },
};

const REFUSALS: readonly ServiceReason[] = ['noProject', 'projectDenied', 'badProject'];

/** Checks, with a real request, that the account may charge the quota project. */
export const projectCheck: Check = {
  id: 'project',
  title: () => l10n.t('Project'),
  appliesTo: ({ auth }) => auth === 'oauth' || auth === 'adc',
  needs: ['token'],
  async run(context): Promise<CheckResult> {
    const { error } = await context.call();
    const unanswered = networkFailure(error);
    if (unanswered) throw unanswered;
    const says = await billedProject(context);
    if (error === undefined) return { state: 'passed', says };
    if (!(error instanceof ServiceError) || error.reason === 'unauthenticated') {
      return {
        state: 'skipped',
        says: `${says} ${l10n.t('Couldn’t verify access to the project.')}`,
      };
    }
    const { reason, message, hint } = error;
    if (!REFUSALS.includes(reason)) return { state: 'passed', says };
    return {
      state: 'failed',
      says: message,
      ...(hint === undefined ? {} : { hint }),
      fixes: [editFix(context)],
    };
  },
};

async function billedProject({ connection, signIns }: DoctorContext): Promise<string> {
  const counted = (project: string): string => l10n.t('Requests use project {0}.', project);
  if (connection.project !== undefined) return counted(connection.project);
  if (connection.auth === 'adc') {
    const adc = await signIns.adc.read();
    const project = adc.quotaProject;
    return project === undefined ? l10n.t('No project is set.') : counted(project);
  }
  const stored = await signIns.clients.read(connection.id);
  const own = stored?.client.project;
  return own === undefined
    ? l10n.t('No project is set. Requests use the OAuth client’s project.')
    : l10n.t('No project is set. Requests use the OAuth client’s project, {0}.', own);
}

/** Checks, with a real request, that the API is enabled in the project. */
export const apiCheck: Check = {
  id: 'api',
  title: () => l10n.t('API enabled in the project'),
  appliesTo: (connection) => connection.auth !== 'none' && isUsers(connection),
  needs: ['key', 'token', 'project'],
  async run(context): Promise<CheckResult> {
    const { error } = await context.call();
    const unanswered = networkFailure(error);
    if (unanswered) throw unanswered;
    if (error === undefined) return { state: 'passed', says: l10n.t('The API is enabled.') };
    if (!(error instanceof ServiceError) || error.reason !== 'apiDisabled') {
      return { state: 'skipped', says: l10n.t('The request failed for another reason.') };
    }
    const { message, hint } = error;
    const fix = enableFix(context, error);
    return {
      state: 'failed',
      says: message,
      ...(hint === undefined ? {} : { hint }),
      ...(fix ? { fixes: [fix] } : {}),
    };
  },
};

function enableFix(context: DoctorContext, { details }: ServiceError): CheckFix | undefined {
  const url = activationUrl(details);
  return url === undefined ? undefined : pageFix(context, url);
}

/** Sends `GET /v1beta3/models`, the documented test of a sign-in. */
export const modelsCheck: Check = {
  id: 'models',
  title: () => l10n.t('API request'),
  appliesTo: () => true,
  needs: ['emulator', 'key', 'token', 'project', 'api'],
  async run({ call }) {
    const { error, version = '', models = [] } = await call();
    if (error) throw error;
    const says =
      models.length === 0
        ? l10n.t('GET /{0}/models returned no models.', version)
        : l10n.t('GET /{0}/models returned {1}.', version, models.join(', '));
    return { state: 'passed', says };
  },
};
