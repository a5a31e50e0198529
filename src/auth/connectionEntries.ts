import { formatEndpoint, parseEndpoint } from '../api/endpoint';
import { looksLikeSecret } from '../api/redact';
import { VERSIONS } from '../api/versions';
import { AppError, errorMessage } from '../base/errors';
import type { L10n } from '../platform/l10n';
import { EMULATOR_ID, type AuthKind, type Connection } from '../service/connection';

/** As they are offered, the simplest first. */
export const AUTH_KINDS: readonly AuthKind[] = ['apiKey', 'oauth', 'adc', 'none'];
const FIELDS = ['id', 'name', 'endpoint', 'uploadEndpoint', 'apiVersion', 'auth', 'project'];

export interface ParsedConnections {
  readonly connections: readonly Connection[];
  /** One sentence for each entry that is left out. */
  readonly problems: readonly string[];
}

/** Reads the setting, whatever a person wrote into it: entries that can't be used are left out and named. */
export function parseConnections(value: unknown, l10n: L10n): ParsedConnections {
  if (value === undefined) return { connections: [], problems: [] };
  if (!Array.isArray(value)) {
    const problem = l10n.t('The setting generativeLanguage.connections is not a list.');
    return { connections: [], problems: [problem] };
  }
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (value as readonly unknown[]).entries()) {
    try {
      const connection = parseConnection(entry);
      if (connections.some(({ id }) => id === connection.id)) {
        throw new AppError('badConnection', `The id ${connection.id} is there twice.`);
      }
      connections.push(connection);
    } catch (error) {
      problems.push(
        l10n.t(
          'Entry {0} of the setting generativeLanguage.connections is left out. {1}',
          index + 1,
          errorMessage(error),
        ),
      );
    }
  }
  return { connections, problems };
}

/** Reads one entry. Throws `AppError`: `badConnection`, `badEndpoint`. */
export function parseConnection(entry: unknown): Connection {
  if (typeof entry !== 'object' || entry === null) throw bad('It is not an object.');
  const values = entry as { readonly [name: string]: unknown };
  const strange = Object.keys(values).find((name) => !FIELDS.includes(name));
  // Above all a key or token: it must not stand in a setting, and is not used from there.
  if (strange !== undefined) throw bad(`It has a field ${JSON.stringify(strange)}.`);
  const { id, apiVersion, auth } = values;
  if (typeof id !== 'string' || !/^[A-Za-z0-9]{8}$/.test(id) || id === EMULATOR_ID) {
    throw bad('Its id is not eight letters or digits.');
  }
  const version = VERSIONS.find((known) => known === apiVersion);
  if (apiVersion !== undefined && version === undefined) {
    throw bad(`Its apiVersion is none of ${VERSIONS.join(', ')}.`);
  }
  const kind = AUTH_KINDS.find((known) => known === auth);
  if (kind === undefined) throw bad(`Its auth is none of ${AUTH_KINDS.join(', ')}.`);
  const uploadEndpoint = optionalText(values, 'uploadEndpoint');
  const project = optionalText(values, 'project');
  const name = requiredText(values, 'name');
  if (looksLikeSecret(name)) throw bad('Its name looks like a key or another secret.');
  return {
    id,
    name,
    endpoint: formatEndpoint(parseEndpoint(requiredText(values, 'endpoint'))),
    auth: kind,
    ...(uploadEndpoint === undefined
      ? {}
      : { uploadEndpoint: formatEndpoint(parseEndpoint(uploadEndpoint)) }),
    ...(version === undefined ? {} : { apiVersion: version }),
    ...(project === undefined ? {} : { project }),
  };
}

function optionalText(
  values: { readonly [name: string]: unknown },
  name: string,
): string | undefined {
  const value = values[name];
  if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return value;
  throw bad(`Its ${name} is not a text.`);
}

function requiredText(values: { readonly [name: string]: unknown }, name: string): string {
  const value = optionalText(values, name);
  if (value === undefined) throw bad(`Its ${name} is missing.`);
  return value;
}

function bad(message: string): AppError<'badConnection'> {
  return new AppError('badConnection', message);
}
