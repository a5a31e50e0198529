import * as l10n from '@vscode/l10n';
import { formatEndpoint, parseEndpoint } from '../api/endpoint';
import { containsSecret as looksLikeSecret } from '../api/redact';
import { VERSIONS } from '../api/versions';
import { AppError, errorMessage } from '../base/errors';
import { type AuthKind, type Connection, EMULATOR_ID } from '../service/connection';

/** In display order, the simplest first. */
export const AUTH_KINDS: readonly AuthKind[] = ['apiKey', 'oauth', 'adc', 'none'];
const FIELDS = ['id', 'name', 'endpoint', 'uploadEndpoint', 'apiVersion', 'auth', 'project'];

interface ParsedConnections {
  readonly connections: readonly Connection[];
  readonly problems: readonly string[];
}

export function parseConnections(value: unknown): ParsedConnections {
  if (value === undefined) return { connections: [], problems: [] };
  if (!Array.isArray(value)) {
    const problem = l10n.t('The setting generativeLanguage.connections must be an array.');
    return { connections: [], problems: [problem] };
  }
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (value as readonly unknown[]).entries()) {
    try {
      const connection = parseConnection(entry);
      if (connections.some(({ id }) => id === connection.id)) {
        throw new AppError('badConnection', `The ID ${connection.id} is used twice.`);
      }
      connections.push(connection);
    } catch (error) {
      problems.push(
        l10n.t(
          'Entry {0} in generativeLanguage.connections was ignored. {1}',
          index + 1,
          errorMessage(error),
        ),
      );
    }
  }
  return { connections, problems };
}

/** Throws `AppError` (`badConnection`, `badEndpoint`). */
function parseConnection(entry: unknown): Connection {
  if (typeof entry !== 'object' || entry === null) throw bad('The entry must be an object.');
  const values = entry as { readonly [name: string]: unknown };
  const strange = Object.keys(values).find((name) => !FIELDS.includes(name));
  // Especially a key or token: secrets must not be in settings and aren’t used from there.
  if (strange !== undefined) throw bad(`Remove the unknown field ${JSON.stringify(strange)}.`);
  const { id, apiVersion, auth } = values;
  if (typeof id !== 'string' || !/^[A-Za-z0-9]{8}$/.test(id) || id === EMULATOR_ID) {
    throw bad('“id” must be eight letters or digits.');
  }
  const version = VERSIONS.find((known) => known === apiVersion);
  if (apiVersion !== undefined && version === undefined) {
    throw bad(`“apiVersion” must be one of ${VERSIONS.join(', ')}.`);
  }
  const kind = AUTH_KINDS.find((known) => known === auth);
  if (kind === undefined) throw bad(`“auth” must be one of ${AUTH_KINDS.join(', ')}.`);
  const uploadEndpoint = optionalText(values, 'uploadEndpoint');
  const project = optionalText(values, 'project');
  const name = requiredText(values, 'name');
  if (looksLikeSecret(name)) throw bad('“name” looks like a key or another secret.');
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
  throw bad(`“${name}” must be a non-empty string.`);
}

function requiredText(values: { readonly [name: string]: unknown }, name: string): string {
  const value = optionalText(values, name);
  if (value === undefined) throw bad(`“${name}” is missing.`);
  return value;
}

function bad(message: string): AppError<'badConnection'> {
  return new AppError('badConnection', message);
}

/** Changes to a connection; undefined removes a field. */
export type ConnectionChange = {
  readonly [F in Exclude<keyof Connection, 'id'>]?: Connection[F] | undefined;
};

/**
 * Returns the entries with one changed and the rest as the user wrote them. Throws `AppError`:
 * `unknownConnection` if it no longer exists, `badConnection` or `badEndpoint` if invalid.
 */
export function changeEntry(
  entries: readonly unknown[],
  id: string,
  change: ConnectionChange,
): readonly unknown[] {
  // The valid entry: others with the same id may be invalid or come later.
  const index = entries.findIndex((entry) => idOf(entry) === id);
  if (index < 0) {
    throw unknownConnection();
  }
  const fields = Object.entries({ ...(entries[index] as object), ...change });
  const changed = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  parseConnection(changed);
  return entries.with(index, changed);
}

function idOf(entry: unknown): string | undefined {
  try {
    return parseConnection(entry).id;
  } catch {
    return undefined;
  }
}

export function unknownConnection(): AppError<'unknownConnection'> {
  return new AppError('unknownConnection', l10n.t('The connection no longer exists.'), {
    hint: l10n.t('Select another connection, or add it again.'),
  });
}
