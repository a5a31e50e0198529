import assert from 'node:assert/strict';
import {
  type OperationId,
  operationIds,
  operationRow,
  versionsOf,
} from '../../../../src/api/operations';
import { SCOPE_PREFIX } from '../../../../src/api/operations/row';
import { as, PREFIX, signIn, type Tokens } from './signIn';
import { type Answer, ask, errorOf, type Sent, useEmulator } from '../wire';

const ALL_SCOPES = ['', '.tuning', '.tuning.readonly', '.retriever', '.retriever.readonly']
  .map((scope) => PREFIX + scope)
  .join(' ');
const CLOUD = 'https://www.googleapis.com/auth/cloud-platform';

/** A request to an operation that gets past the credentials, if they do, and may then be refused. */
function attempt(id: OperationId, version: string, sent: Sent): [path: string, sent: Sent] {
  const { verb, path, body } = operationRow(id);
  const filled = path.replace(/\{[^=}]*=([^}]*)\}/g, (_all, name: string) =>
    name.replaceAll('*', 'x'),
  );
  return [
    `/${version}/${filled}`,
    { ...sent, method: verb, ...(body === undefined ? {} : { raw: '{"wrong":1}' }) },
  ];
}

/** What an answer says of the credential, or undefined where it was good enough. */
function refusalOf({ status, text }: Answer): string | undefined {
  if (text === '' || (status !== 401 && status !== 403)) return undefined;
  const { details = [] } = errorOf({ status, text, headers: {}, broken: false });
  const [detail] = details;
  return detail === undefined ? undefined : `${status} ${detail.reason as string}`;
}

/** The code of an error of the younger part of the service. */
function wordOf(answer: Answer): unknown {
  return (errorOf(answer) as { readonly code: unknown }).code;
}

const rows = operationIds()
  .map((id) => ({ id, row: operationRow(id) }))
  .filter(({ row }) => !row.upload);

describe('emulator: which operation takes what', () => {
  const emulator = useEmulator();
  let unrelated: Tokens;
  let cloud: Tokens;
  before(async () => {
    unrelated = await signIn(emulator(), { scope: 'openid email' });
    cloud = await signIn(emulator(), { scope: CLOUD });
  });

  for (const { id, row } of rows) {
    const [version = ''] = versionsOf(row);
    it(id, async () => {
      const asked = async (sent: Sent): Promise<Answer> =>
        ask(emulator(), ...attempt(id, version, sent));
      const service = 'generativelanguage.googleapis.com';
      const method = `google.ai.generativelanguage.${version}.${row.rpc.replace('/', '.')}`;
      const rpc = row.rpc.startsWith('google.') ? row.rpc.replace('/', '.') : method;

      const key = await asked({});
      assert.equal(
        refusalOf(key),
        row.credential === 'apiKey' ? undefined : '401 CREDENTIALS_MISSING',
      );
      if (row.credential !== 'apiKey') {
        assert.deepEqual(errorOf(key).details?.[0]?.metadata, { service, method: rpc });
        assert.match(errorOf(key).message, /^API keys are not supported by this API\./);
      }

      const none = await asked({ anonymous: true });
      assert.equal(none.status, 403);
      assert.match(errorOf(none).message, /^Method doesn't allow unregistered callers/);

      const bad = await asked(as({ access_token: 'wrong' }));
      assert.equal(bad.status, 401);
      if (row.case === 'snake') {
        // Its errors are a word and a text.
        assert.deepEqual(wordOf(bad), 'authentication');
        assert.deepEqual(wordOf(await asked(as(unrelated))), 'permission_denied');
        return;
      }
      assert.equal(errorOf(bad).status, 'UNAUTHENTICATED');

      const scope = await asked(as(unrelated));
      assert.equal(refusalOf(scope), '403 ACCESS_TOKEN_SCOPE_INSUFFICIENT');
      assert.deepEqual(errorOf(scope).details?.[0]?.metadata, { service, method: rpc });
      assert.equal(
        scope.headers['www-authenticate'],
        `Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="${ALL_SCOPES}"`,
      );

      for (const good of [as(cloud), as({ access_token: emulator().accessToken })]) {
        assert.equal(refusalOf(await asked(good)), undefined);
      }
    });
  }
});

describe('emulator: scopes', () => {
  const emulator = useEmulator();

  for (const scope of ['', '.tuning', '.tuning.readonly', '.retriever', '.retriever.readonly']) {
    it(`opens by "${scope}" what the table says, and nothing else`, async () => {
      const tokens = await signIn(emulator(), { scope: SCOPE_PREFIX + scope });
      for (const { id, row } of rows) {
        const [version = ''] = versionsOf(row);
        const answer = await ask(emulator(), ...attempt(id, version, as(tokens)));
        // It says less of what it refuses.
        if (row.case === 'snake') continue;
        const isEnough = (row.scopes as readonly string[]).includes(scope);
        assert.equal(
          refusalOf(answer),
          isEnough ? undefined : '403 ACCESS_TOKEN_SCOPE_INSUFFICIENT',
          id,
        );
      }
    });
  }

  it('takes a project to charge, and a key beside a token', async () => {
    const { accessToken, apiKey } = emulator();
    const headers = {
      authorization: `Bearer ${accessToken}`,
      'x-goog-user-project': 'emulator-project',
      'x-goog-api-key': apiKey,
    };
    const answer = await ask(emulator(), '/v1beta/corpora', { anonymous: true, headers });
    assert.equal(answer.status, 200);
    const foreign = { ...headers, 'x-goog-user-project': 'somebody-elses-project' };
    const denied = await ask(emulator(), '/v1beta/corpora', { anonymous: true, headers: foreign });
    assert.equal(denied.status, 403);
    assert.equal(errorOf(denied).details?.[0]?.reason, 'USER_PROJECT_DENIED');
    // The token says who it is, so that a key does not help a wrong one.
    const wrong = { ...headers, authorization: 'Bearer wrong' };
    const refused = await ask(emulator(), '/v1beta/models', { anonymous: true, headers: wrong });
    assert.equal(refused.status, 401);
  });
});

describe('emulator: a field that only a user may send', () => {
  const emulator = useEmulator();
  const path = '/v1beta/models/emulator-flash:generateAnswer';
  const contents = [{ role: 'user', parts: [{ text: 'When did the geese leave?' }] }];
  const grounding = { source: 'corpora/x', query: contents[0] };

  it('is refused with a key', async () => {
    const body = { contents, answerStyle: 'ABSTRACTIVE', semanticRetriever: grounding };
    const answer = await ask(emulator(), path, { body });
    assert.equal(refusalOf(answer), '401 CREDENTIALS_MISSING');
    const user = await ask(emulator(), path, {
      body,
      ...as({ access_token: emulator().accessToken }),
    });
    assert.notEqual(user.status, 401);
    const snake = { contents, answerStyle: 'ABSTRACTIVE', semantic_retriever: grounding };
    const refused = await ask(emulator(), path, { body: snake });
    assert.equal(refusalOf(refused), '401 CREDENTIALS_MISSING');
  });
});
