import assert from 'node:assert/strict';
import type { Client } from '../../../../src/api/call';
import { CancelledError } from '../../../../src/base/errors';
import { isObject, items, type JsonObject, objectAt } from '../../../../src/base/json';
import { bisectSchema } from '../../../../src/traffic/bisectSchema';
import { normalRequest } from '../../../../src/traffic/runs/normalRequest';
import { findRefusedPart } from '../../../../src/traffic/runs/refusedPart';
import { FakePrompts } from '../../../fakes/prompts';
import { exchange, failure, MODEL } from './exchanges';

const target = `/v1beta/models/${MODEL}:generateContent`;

/** Functions with properties, one of which is special. */
function tools(count: number, properties: number, planted: JsonObject, all = false) {
  const functionDeclarations = Array.from({ length: count }, (_f, f) => ({
    name: `f${f}`,
    parameters: {
      type: 'OBJECT',
      required: ['p0'],
      properties: Object.fromEntries(
        Array.from({ length: properties }, (_p, p) => [
          `p${p}`,
          all || (f === count - 2 && p === 5) ? planted : { type: 'STRING', format: 'enum' },
        ]),
      ),
    },
  }));
  return { tools: [{ functionDeclarations }] };
}

/** An API that refuses schemas whose `maxItems` sum up to more than a limit. */
function api(limit: number) {
  const sent: JsonObject[] = [];
  const total = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + total(one), 0);
    if (!isObject(value)) return 0;
    return Object.entries(value).reduce(
      (sum, [name, one]) => sum + (name === 'maxItems' ? Number(one) : total(one)),
      0,
    );
  };
  const send = async (body: JsonObject): Promise<'accepted' | 'refused'> => {
    sent.push(body);
    return total(body.tools) + total(body.generationConfig) > limit ? 'refused' : 'accepted';
  };
  return { sent, send };
}

const huge = { type: 'ARRAY', maxItems: 2000, items: { type: 'STRING' } };

describe('finding the refused part', () => {
  it('finds a planted maxItems among 256 properties in 12 requests', async () => {
    const { send, sent } = api(960);
    const request = normalRequest('generate', target, tools(32, 8, huge));
    assert.deepEqual(await findRefusedPart(request, send), {
      parts: ['f30'],
      properties: ['p5'],
      keyword: 'items',
      isTotal: false,
      probes: sent.length,
    });
    assert.ok(sent.length <= 12, String(sent.length));
    for (const body of sent) {
      assert.deepEqual(body.contents, [{ role: 'user', parts: [{ text: 'x' }] }]);
      assert.equal(objectAt(body, 'generationConfig').maxOutputTokens, 1);
      // A required property must exist.
      for (const tool of items(body.tools).filter(isObject)) {
        for (const one of items(tool.functionDeclarations).filter(isObject)) {
          const { required, properties } = objectAt(one, 'parameters');
          assert.ok(
            items(required).every((name) => isObject(properties) && String(name) in properties),
          );
        }
      }
    }
  });

  it('tells that only the sum is refused', async () => {
    const { send } = api(960);
    const request = normalRequest(
      'generate',
      target,
      tools(20, 1, { ...huge, maxItems: 50 }, true),
    );
    const found = await findRefusedPart(request, send);
    assert.deepEqual([found?.isTotal, found?.parts.length, found?.keyword], [true, 20, 'items']);
  });

  it('looks into response schemas, and into tools of other forms', async () => {
    const generationConfig = {
      responseSchema: {
        type: 'ARRAY',
        items: { type: 'OBJECT', properties: { a: { type: 'STRING' }, b: huge } },
      },
    };
    const own = await findRefusedPart(
      normalRequest('generate', target, { generationConfig }),
      api(960).send,
    );
    assert.deepEqual([own?.parts, own?.properties, own?.keyword], [['response'], ['b'], 'items']);
    const parameters = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'array', maxItems: 2000 } },
    };
    const chat = {
      model: MODEL,
      tools: [{ type: 'function', function: { name: 'f', parameters } }],
    };
    const other = await findRefusedPart(normalRequest('chat', '', chat), api(960).send);
    assert.deepEqual([other?.parts, other?.properties, other?.keyword], [['f'], ['b'], 'items']);
  });

  it('ends if the schema is accepted alone', async () => {
    const { send, sent } = api(Infinity);
    const request = normalRequest('generate', target, tools(4, 8, huge));
    assert.equal(await findRefusedPart(request, send), undefined);
    assert.equal(sent.length, 1);
  });

  describe('of a request', () => {
    const refused = exchange({ body: tools(4, 8, huge), status: 400, answer: failure(400, 'x') });
    const deps = (
      prompts: FakePrompts,
      statuses: readonly number[],
      signal = new AbortController().signal,
    ) => {
      const sent: string[] = [];
      const client = {
        preferredVersion: 'v1beta',
        exchange: async ({ path }: { readonly path: string }, options: { signal: AbortSignal }) => {
          if (options.signal.aborted) throw new CancelledError();
          sent.push(path);
          const status = statuses[sent.length - 1] ?? 400;
          const body = (async function* () {
            yield Buffer.from(
              JSON.stringify(
                status < 300 ? {} : failure(status, 'Request contains an invalid argument.'),
              ),
            );
          })();
          return { status, headers: {}, body, redact: (text: string) => text };
        },
      } as unknown as Client;
      const active = {
        id: 'aaaa1111',
        name: 'Work',
        endpoint: 'https://a.example',
        auth: 'apiKey' as const,
      };
      return {
        sent,

        prompts,
        now: () => Date.UTC(2026, 10, 29),
        known: new Map(),
        connections: { active },
        clients: { get: async () => client },
        progress: async <T>(_title: string, work: (signal: AbortSignal) => Promise<T>) =>
          await work(signal),
      };
    };

    it('sends nothing without consent, which names the number and the worst price', async () => {
      const prompts = new FakePrompts(undefined);
      const given = deps(prompts, []);
      await bisectSchema(given, refused);
      assert.deepEqual(given.sent, []);
      assert.match(
        JSON.stringify(prompts.asked),
        /up to 12 requests to gemini-3\.8-flash over Work.*about \$0\.0/,
      );
    });

    it('sends up to 12 requests once, and keeps the result', async () => {
      const prompts = new FakePrompts('Send Requests', undefined, undefined);
      const given = deps(prompts, []);
      await bisectSchema(given, refused);
      const { length } = given.sent;
      assert.ok(length > 3 && length <= 12);
      await bisectSchema(given, refused);
      assert.equal(given.sent.length, length);
    });

    it('ends where the quota is exceeded', async () => {
      const given = deps(new FakePrompts('Send Requests'), [400, 429]);
      await assert.rejects(bisectSchema(given, refused), { httpStatus: 429 });
      assert.equal(given.sent.length, 2);
      assert.equal(given.known.size, 0);
    });

    it('ends if the user cancels', async () => {
      const given = deps(new FakePrompts('Send Requests'), [], AbortSignal.abort());
      await assert.rejects(bisectSchema(given, refused), CancelledError);
    });
  });
});
