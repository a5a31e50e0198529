import { isObject, items, objectAt, textAt } from '../../../src/base/json';
import { decodeErrorBody } from '../../../src/api/errors/decode';
import { operationRow } from '../../../src/api/operations';
import type { JsonObject } from '../../../src/api/schema/row';
import { expandedPath } from '../../../src/catalog/kindOperations';
import type { FakeCall } from '../../fakes/client';

/** The service's own error. */
export function refusal(code: number, status: string, message = status): Error {
  return decodeErrorBody(code, JSON.stringify({ error: { code, status, message } }));
}

/** Corpora, documents, chunks and permissions in memory, with the rules that those who delete and import meet. */
export class MemoryService {
  readonly resources = new Map<string, JsonObject>();
  /** What was done, such as `corpora.delete corpora/x`. */
  readonly log: string[] = [];
  /** Called before each call; may throw what the service answers. */
  before: (call: FakeCall) => void | Promise<void> = () => undefined;
  #made = 0;

  put(name: string, resource: JsonObject = {}): void {
    this.resources.set(name, { name, ...resource });
  }

  /** Names that begin with this, in order. */
  names(start = ''): readonly string[] {
    return [...this.resources.keys()].filter((name) => name.startsWith(start));
  }

  readonly answer = async (call: FakeCall): Promise<JsonObject> => {
    await this.before(call);
    const { id, input } = call;
    const { verb, path, paging } = operationRow(id);
    const expanded = expandedPath(path);
    const [target = ''] = [input.name, input.parent].filter((one) => typeof one === 'string');
    this.log.push(`${id} ${target}`.trim());
    if (expanded.endsWith(':batchDelete')) return this.#deleteAll(input);
    if (expanded.endsWith(':batchCreate')) return this.#createAll(target, input);
    if (expanded.endsWith(':batchUpdate')) return this.#updateAll(input);
    if (verb === 'DELETE') return this.#delete(target, input.force === true);
    if (verb === 'POST') return this.#create(collectionOf(expanded, target), input.body);
    if (verb !== 'GET') throw refusal(501, 'UNIMPLEMENTED');
    if (paging) return this.#list(collectionOf(expanded, target), input, paging.items);
    const found = this.resources.get(target);
    if (!found) throw notFound(target);
    return found;
  };

  #list(start: string, input: FakeCall['input'], field: string): JsonObject {
    const all = this.names(start).filter((name) => !name.slice(start.length).includes('/'));
    const from = Number(input.pageToken ?? 0);
    const to = from + Number(input.pageSize);
    return {
      [field]: all.slice(from, to).flatMap((name) => this.resources.get(name) ?? []),
      ...(to < all.length && { nextPageToken: String(to) }),
    };
  }

  #create(start: string, body: unknown): JsonObject {
    const resource = isObject(body) ? body : {};
    const name = textAt(resource, 'name') || `${start}made${++this.#made}`;
    const parent = name.split('/').slice(0, -2).join('/');
    if (parent !== '' && !this.resources.has(parent)) throw notFound(parent);
    if (this.resources.has(name)) throw refusal(409, 'ALREADY_EXISTS');
    const made = { ...resource, name, createTime: '2026-01-31T12:00:00Z' };
    this.resources.set(name, made);
    return made;
  }

  #createAll(parent: string, { body }: FakeCall['input']): JsonObject {
    const requests = items(isObject(body) ? body.requests : []).filter(isObject);
    const taken = requests.some(({ chunk }) => {
      return isObject(chunk) && this.resources.has(textAt(chunk, 'name'));
    });
    if (taken) throw refusal(409, 'ALREADY_EXISTS');
    return { chunks: requests.map(({ chunk }) => this.#create(`${parent}/chunks/`, chunk)) };
  }

  #updateAll({ body }: FakeCall['input']): JsonObject {
    const requests = items(isObject(body) ? body.requests : []).filter(isObject);
    const chunks = requests.map((request) => {
      const sent = objectAt(request, 'chunk');
      const name = textAt(sent, 'name');
      const field = textAt(request, 'updateMask');
      return { ...this.resources.get(name), name, [field]: sent[field] ?? null };
    });
    const missing = chunks.find(({ name }) => !this.resources.has(name));
    if (missing) throw notFound(missing.name);
    for (const chunk of chunks) this.resources.set(chunk.name, chunk);
    return { chunks };
  }

  #delete(name: string, isForced: boolean): JsonObject {
    if (!this.resources.has(name)) throw notFound(name);
    const below = this.names(`${name}/`).filter((one) => !one.includes('/permissions/'));
    if (below.length > 0 && !isForced) throw refusal(400, 'FAILED_PRECONDITION');
    for (const one of [name, ...this.names(`${name}/`)]) this.resources.delete(one);
    return {};
  }

  #deleteAll({ body }: FakeCall['input']): JsonObject {
    const requests = items(isObject(body) ? body.requests : []).filter(isObject);
    const names = requests.map((request) => textAt(request, 'name'));
    const missing = names.find((name) => !this.resources.has(name));
    if (missing !== undefined) throw notFound(missing);
    for (const name of names) this.resources.delete(name);
    return {};
  }
}

function collectionOf(expanded: string, parent: string): string {
  const last = expanded.split('/').at(-1) ?? '';
  return parent === '' ? `${last}/` : `${parent}/${last}/`;
}

function notFound(name: string): Error {
  return refusal(404, 'NOT_FOUND', `${name} doesn’t exist.`);
}
