import assert from 'node:assert/strict';
import { AppError } from '../../../../src/base/errors';
import type { ResourceNode, TreeNode } from '../../../../src/resources/tree/nodes';
import { LOADING_ROW_DELAY } from '../../../../src/resources/tree/treeModel';
import { deferred, models, numberedModels } from '../../service/models';
import { mine, setUp } from './treeModelWorld';

const settle = () => new Promise(setImmediate);
const kindsOf = (rows: readonly TreeNode[]) => rows.map(({ node }) => node);
const ids = (rows: readonly TreeNode[]) => rows.map(({ id }) => id);

describe('resource tree', () => {
  it('has the models first, in the preferred version, and a row per model below', async () => {
    const { model, window, rows, clients } = setUp(numberedModels(2));
    window.active = { ...mine, apiVersion: 'v1' };
    const roots = await model.children(undefined);
    assert.deepEqual(
      roots.slice(0, 2).map(({ kind, version }) => [kind, version]),
      [
        ['model', 'v1'],
        // No document has tuned models in v1.
        ['tunedModel', 'v1beta'],
      ],
    );
    // Nothing is asked until a root is opened.
    assert.deepEqual(clients.calls, []);
    const [first, second] = await rows();
    assert.equal(first?.id, 'aaaa1111/v1/models/m0');
    assert.equal((second as ResourceNode).resource.name, 'models/m1');
    assert.deepEqual(await model.children(first), []);
  });

  it('pages through 2,500 models, 1,000 below each row, with one that loads more', async () => {
    const { model, rows, changes } = setUp(numberedModels(2500));
    assert.deepEqual(kindsOf(await rows()), ['group', 'more']);
    await model.loadMore(models);
    await model.loadMore(models);
    const groups = await rows();
    assert.deepEqual(kindsOf(groups), ['group', 'group', 'group']);
    const all = await Promise.all(groups.map((group) => model.children(group)));
    const firsts = all.map(([row]) => row?.name);
    assert.deepEqual(firsts, ['models/m0', 'models/m1000', 'models/m2000']);
    assert.deepEqual(changes, ['aaaa1111/v1beta[model]/', 'aaaa1111/v1beta[model]/']);
    assert.equal(new Set(ids(all.flat())).size, 2500);
  });

  it('shows a failure as a row, and loads when that is refreshed', async () => {
    const { model, clients, rows, failures, changes } = setUp(() =>
      Promise.reject(new Error('503 busy')),
    );
    const [row, ...others] = await rows();
    assert.deepEqual(others, []);
    assert.equal(row?.node, 'error');
    assert.match(row.words, /\bnode:error\b.*\bcan:showError can:refresh$/);
    assert.equal((model.failureOf(row) as Error).message, '503 busy');
    assert.equal(failures.length, 1);
    clients.answer = numberedModels(2);
    await model.refresh(row);
    assert.deepEqual(changes, ['aaaa1111/v1beta[model]/']);
    assert.deepEqual(kindsOf(await rows()), ['resource', 'resource']);
    assert.equal(model.failureOf(row), undefined);
  });

  it('keeps what is loaded when the next page fails, with a row to try again', async () => {
    const { model, clients, rows } = setUp(numberedModels(1500));
    await rows();
    clients.answer = () => Promise.reject(new Error('503 busy'));
    await model.loadMore(models);
    const failed = await rows();
    assert.deepEqual(kindsOf(failed), ['group', 'error']);
    clients.answer = numberedModels(1500);
    await model.refresh(failed.at(-1));
    assert.deepEqual(kindsOf(await rows()), ['group', 'group']);
  });

  it('refreshes one resource without asking for its list', async () => {
    const { model, clients, rows, changes } = setUp(numberedModels(3));
    const [first] = await rows();
    clients.answer = ({ input }) => ({ ...input, displayName: 'Renamed' });
    await model.refresh(first);
    assert.deepEqual(
      clients.calls.map(({ id }) => id),
      ['models.list', 'models.get'],
    );
    assert.equal(((await rows())[0] as ResourceNode).resource.displayName, 'Renamed');
    assert.equal((await rows())[0], first);
    // That row alone is drawn anew.
    assert.deepEqual(changes, ['aaaa1111/v1beta/models/m0']);
  });

  it('does not stand still while a service says nothing, and shows what it says at last', async () => {
    const late = deferred<unknown>();
    const { rows, clock, changes } = setUp(() => late.promise);
    const first = rows();
    await settle();
    clock.advance(LOADING_ROW_DELAY);
    assert.deepEqual(kindsOf(await first), ['loading']);
    assert.deepEqual(changes, []);
    late.resolve({ models: [{ name: 'models/a' }] });
    await settle();
    assert.deepEqual(changes, ['aaaa1111/v1beta[model]/']);
    assert.deepEqual(kindsOf(await rows()), ['resource']);
    assert.equal(clock.pending, 0);
  });

  it('goes on showing resources while they are fetched anew, so that their menus work', async () => {
    const { model, rows, clients, changes } = setUp(numberedModels(2));
    const before = await rows();
    const late = deferred<unknown>();
    clients.answer = () => late.promise;
    await model.refresh(undefined);
    assert.deepEqual(await rows(), before);
    assert.equal((await rows())[0], before[0]);
    late.resolve({ models: [{ name: 'models/a' }] });
    await settle();
    assert.deepEqual(changes, [undefined, 'aaaa1111/v1beta[model]/']);
    assert.deepEqual(kindsOf(await rows()), ['resource']);
    assert.equal(clients.calls.length, 2);
  });

  it('follows the connection, and is not disturbed by others', async () => {
    const { model, store, window, connected, changes } = setUp(numberedModels(1));
    await model.children(undefined);
    connected.fire();
    store.invalidate({ connection: 'bbbb2222' });
    assert.deepEqual(changes, []);
    window.active = { ...mine, id: 'cccc3333' };
    connected.fire();
    connected.fire();
    assert.deepEqual(changes, [undefined]);
  });

  it('offers to sign in where that is the way out of what failed', async () => {
    const scopes = ['https://www.googleapis.com/auth/cloud-platform'];
    const cases = [
      { reason: 'needsSignIn', auth: 'apiKey', subject: undefined, offers: {} },
      { reason: 'missingScopes', auth: 'oauth', subject: scopes, offers: { scopes } },
      { reason: 'permission', auth: 'oauth', subject: scopes, offers: undefined },
    ] as const;
    for (const { reason, auth, subject, offers } of cases) {
      const error = new AppError(reason, 'Refused.', {
        ...(subject && { subject: { connection: mine.id, scopes: subject } }),
      });
      const { rows, connection } = setUp(() => Promise.reject(error));
      connection.auth = auth;
      const [row] = await rows();
      assert.equal(row?.node, 'error');
      const expected = offers && { connection: mine.id, ...offers };
      assert.deepEqual(row.signIn, expected, `${reason} ${auth}`);
    }
  });

  it('tries again what failed when a credential changes', async () => {
    const { rows, clients, connected, changes } = setUp(() => Promise.reject(new Error('400 key')));
    assert.deepEqual(kindsOf(await rows()), ['error']);
    clients.answer = numberedModels(1);
    connected.fire();
    assert.deepEqual(changes, [undefined]);
    assert.deepEqual(kindsOf(await rows()), ['resource']);
  });
});
