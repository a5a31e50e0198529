import assert from 'node:assert/strict';
import { matchTemplate } from '../../../src/api/names';
import {
  type OperationId,
  operationIds,
  operationRow,
  versionsOf,
} from '../../../src/api/operations';
import type { JsonObject, JsonValue } from '../../../src/api/schema/row';
import { schemaId } from '../../../src/emulator/discovery';
import { VERSIONS, type Version } from '../../../src/api/versions';
import { ask, useEmulator } from './wire';

interface Method {
  readonly id: string;
  readonly path: string;
  readonly flatPath: string;
  readonly httpMethod: string;
  readonly parameters: { readonly [name: string]: JsonObject & { readonly pattern?: string } };
  readonly parameterOrder: readonly string[];
  readonly request?: { readonly $ref: string };
  readonly response: { readonly $ref: string };
  readonly scopes: readonly string[];
  readonly mediaUpload?: JsonObject;
}

interface Resource {
  readonly methods?: { readonly [name: string]: Method };
  readonly resources?: { readonly [name: string]: Resource };
}

interface Document extends Resource {
  readonly rootUrl: string;
  readonly schemas: { readonly [id: string]: JsonObject & { readonly properties: JsonObject } };
}

/** Every method of a document, found by walking the resources, by its place there. */
function methodsOf(resource: Resource, place = 'generativelanguage'): readonly [string, Method][] {
  return [
    ...Object.entries(resource.methods ?? {}).map(
      ([name, method]) => [`${place}.${name}`, method] as [string, Method],
    ),
    ...Object.entries(resource.resources ?? {}).flatMap(([name, inner]) =>
      methodsOf(inner, `${place}.${name}`),
    ),
  ];
}

function refsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' ? [inner as string] : refsIn(inner as JsonValue),
  );
}

describe('emulator: discovery', () => {
  const emulator = useEmulator();

  async function fetched(query: string): Promise<Document> {
    const answer = await ask(emulator(), `/$discovery/rest${query}`, { anonymous: true });
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as Document;
  }

  for (const version of VERSIONS) {
    it(`has every operation of ${version}, at its place and with all that it takes`, async () => {
      const methods = methodsOf(await fetched(`?version=${version}`));
      const rows = operationIds().filter((id) => versionsOf(operationRow(id)).includes(version));
      assert.deepEqual(
        methods.map(([, { id }]) => id).sort(),
        rows.map((id) => `generativelanguage.${id}`).sort(),
      );
      const found = new Map(methods);
      for (const id of rows) checkMethod(id, version, found.get(`generativelanguage.${id}`));
    });

    it(`defines every schema that ${version} names, once`, async () => {
      const document = await fetched(`?version=${version}`);
      const { schemas } = document;
      const refs = new Set(refsIn(document as unknown as JsonObject));
      // Most of v1alpha are connections, which such a document does not have.
      assert.ok(refs.size > 10 || version === 'v1alpha');
      assert.deepEqual(
        [...refs].filter((name) => !Object.hasOwn(schemas, name)),
        [],
      );
      for (const [id, schema] of Object.entries(schemas)) {
        assert.equal(schema.id, id);
        // A union has forms in place of fields.
        for (const [name, one] of Object.entries((schema.properties as object | undefined) ?? {})) {
          const { type, $ref } = one as JsonObject;
          assert.ok((type === undefined) !== ($ref === undefined), `${id}.${name}`);
        }
      }
    });
  }

  function checkMethod(id: OperationId, version: Version, method: Method | undefined): void {
    assert.ok(method, `${id} is not at its place`);
    const row = operationRow(id);
    assert.equal(method.httpMethod, row.verb);
    assert.equal(method.response.$ref, schemaId(row.response));
    assert.equal(method.request?.$ref, row.body && schemaId(row.body));
    assert.ok(method.path.startsWith(`${version}/`) && method.flatPath.startsWith(`${version}/`));
    // The flat path is one that the operation's own template takes.
    const example = method.flatPath.slice(version.length + 1).replaceAll(/\{\w+\}/g, 'some-id');
    const values = matchTemplate(row.path, example);
    assert.ok(values, `${id}: ${method.flatPath}`);
    for (const [name, value] of Object.entries(values)) {
      const parameter: (JsonObject & { readonly pattern?: string }) | undefined =
        method.parameters[name.split('.').at(-1) ?? ''];
      assert.match(value, new RegExp(parameter?.pattern ?? '^$'));
      assert.deepEqual([parameter?.location, parameter?.required], ['path', true]);
    }
    for (const name of method.parameterOrder) assert.ok(method.path.includes(`{+${name}}`), id);
    for (const scope of method.scopes)
      assert.match(scope, /^https:\/\/www\.googleapis\.com\/auth\//);
    assert.equal(method.mediaUpload !== undefined, row.upload !== undefined);
  }
});
