import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import type { JsonObject } from '../../api/schema/row';
import { textAt } from '../../base/json';
import { matchesName } from '../../api/names';
import { bodyMessage } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import { nameOfId, resourceName } from '../../catalog/resourceName';
import type { Calls } from '../../service/calls';
import type { Store } from '../../service/store';
import { createCall } from '../../service/tableCalls';
import type { ResourceHandler } from '../context';
import { takeSecret } from '../webhooks/changeWebhook';
import { DocumentError, checkBody, parseDocumentText } from './documentText';

interface CreateDeps {
  readonly calls: Calls;
  readonly store: Store;
}

export interface CreatedResource {
  readonly ref: ResourceRef;
  readonly resource: JsonObject;
  /** Secret that only the create response contains. Shown once, never stored. */
  readonly secret?: string;
}

/** Creates the resource of a new document. Throws if the resource wasn't created. */
export async function saveNewResource(
  parts: CreateDeps,
  collection: ResourceRef,
  text: string,
): Promise<CreatedResource> {
  const { namedBy } = kindRow(collection.kind);
  const all = parseDocumentText(text, 'json', {});
  const { name, ...named } = all;
  const body = namedBy === undefined ? named : all;
  const given = namedBy === undefined ? name : undefined;
  const id = given === undefined || given === '' ? undefined : idOf(collection, given);
  checkBody(bodyMessage(collection.kind, 'create'), collection.version, body, false);
  checkMeaning(collection, body);
  return await makeResource(parts, collection, body, id);
}

/** Throws `DocumentError` for problems specific to the kind. */
function checkMeaning({ kind }: ResourceRef, body: JsonObject): void {
  const found = kindRow(kind).problems?.(body) ?? [];
  const problems = found.map(({ message, path }) => {
    return { message: l10n.t(message.message, ...message.args), path };
  });
  if (problems.length > 0) throw new DocumentError(problems, l10n.t('Nothing was saved.'));
}

export async function makeResource(
  { calls, store }: CreateDeps,
  collection: ResourceRef,
  body: JsonObject,
  id?: string,
  signal?: AbortSignal,
): Promise<CreatedResource> {
  const call = createCall(collection, body, id);
  const mark = store.mark([collection], 'creating');
  try {
    const options = signal ? { signal } : {};
    const answer = await calls.call(collection, call.id, call.input, options);
    const { connection, version, kind } = collection;
    const { resource, ...secret } = takeSecret(kind, answer);
    const ref = { connection, version, kind, name: resourceName(collection, resource) };
    store.merge(ref, resource);
    return { ref, resource, ...secret };
  } catch (error) {
    const { namedBy } = kindRow(collection.kind);
    const asked = id ?? (namedBy && textAt(body, namedBy));
    if (!isTaken(error) || !asked) throw error;
    throw new DocumentError(
      [{ message: l10n.t('The ID “{0}” is already in use.', asked), path: [namedBy ?? 'name'] }],
      l10n.t('Enter another ID, or omit it to have one assigned.'),
    );
  } finally {
    mark.dispose();
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof ServiceError && error.httpStatus === 409;
}

function idOf(collection: ResourceRef, name: unknown): string {
  const { pattern, id = '.+' } = kindRow(collection.kind);
  const beginning = nameOfId(collection, '');
  const own = typeof name === 'string' ? name.replace(beginning, '') : '';
  if (new RegExp(`^(?:${id})$`).test(own) && matchesName(pattern, `${beginning}${own}`)) return own;
  const message = l10n.t(
    '“name” must be {0} followed by an ID of up to 40 characters (a–z, 0–9, and inner dashes), or be omitted.',
    beginning,
  );
  throw new DocumentError([{ message, path: ['name'] }], l10n.t('Nothing was saved.'));
}

export const copyEnvironment: ResourceHandler = async (context, [target]) => {
  if (!target || target.collection || target.kind !== 'environment') return;
  const { services, activity } = context;
  const id = target.name.split('/').at(-1) ?? '';
  const ref = await activity.run(l10n.t('Duplicating environment {0}', id), async (task) => {
    const parts = { ...services };
    const body = { from_environment: id };
    const made = await makeResource(parts, collectionRef(target), body, undefined, task.signal);
    task.conclude(l10n.t('Duplicated environment {0}', id));
    return made.ref;
  });
  await context.reveal(ref);
};
