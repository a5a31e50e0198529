import assert from 'node:assert/strict';
import { auditAccess } from '../../../../src/resources/sharing/auditAccess';
import { fakeRoom } from '../../../fakes/room';
import { ADA, DEMO, refTo, usePeople } from './people';

const LETTERS = 'Letters from the lighthouse';

describe('audit of access', () => {
  const people = usePeople();

  it('lists who has access to what, everyone first and in red', async () => {
    const { room, sheets, store } = await people.window(DEMO);
    await store.list({ ...refTo('corpus', ''), collection: true });
    const drawn = new Set<string | undefined>();
    store.onDidChange(({ ref }) => ref?.kind === 'corpus' && drawn.add(ref.name));
    await auditAccess(room, []);
    const { last } = sheets;
    assert.ok(drawn.has('corpora/letters'), 'Its row shows no mark.');
    assert.deepEqual(last.table[0], [LETTERS, 'corpus', 'Everyone', 'reader']);
    assert.deepEqual(
      last.block('table').rows.map(({ tone }) => tone),
      ['danger', ...last.table.slice(1).map(() => undefined)],
    );
    const owned = last.table.filter(([, , who, role]) => who === DEMO && role === 'owner');
    assert.equal(owned.length, 5);
    assert.ok(last.texts.includes('1 resource is shared with everyone.'));
    assert.equal(last.now.isBusy, false);
    // The tree finds its marks there.
    const list = { ...refTo('corpusPermission', 'corpora/letters'), collection: true as const };
    assert.ok(store.peek(list)?.items.some(({ granteeType }) => granteeType === 'EVERYONE'));
  });

  it('asks for what is shared with everyone too, which lists leave out', async () => {
    const model = 'tunedModels/haiku-writer-k2n8q';
    const everyone = { granteeType: 'EVERYONE', role: 'READER' };
    await people.call(DEMO, 'tunedModels.permissions.create', { parent: model, body: everyone });
    const { room, sheets, clients } = await people.window(DEMO);
    await auditAccess(room, []);
    const filters = clients.calls
      .filter(({ id }) => id === 'tunedModels.list')
      .map(({ input }) => input.filter);
    assert.deepEqual(filters, [undefined, 'owner:me', 'writers:me']);
    const first = sheets.last.table.slice(0, 2).map(([resource]) => resource);
    assert.deepEqual(first, ['Haiku writer', LETTERS]);
    // Never a list without a page size.
    assert.ok(clients.calls.every(({ id, input }) => !id.endsWith('.list') || input.pageSize));
  });

  it('revokes several at once, and gives them back from the activity', async () => {
    const { room, sheets, prompts, activity } = await people.window(DEMO, undefined, 'Revoke');
    await auditAccess(room, []);
    const chosen = sheets.last
      .block('table')
      .rows.filter(({ isSelectable, cells }) => isSelectable && cells[1]?.text === 'corpus');
    assert.equal(chosen.length, 3);
    const ids = chosen.map(({ id }) => id);
    const before = sheets.last.table;
    await sheets.last.act('revoke', ...ids);
    assert.deepEqual(sheets.last.table, before, 'It was not meant.');
    await sheets.last.act('revoke', ...ids);
    assert.match(
      prompts.asked.at(-1)?.text ?? '',
      /Revoke 3 permissions\?.*grace@example\.com, writer/s,
    );
    const corpora = () => sheets.last.table.filter(([, kind]) => kind === 'corpus');
    assert.deepEqual(
      corpora().map(([, , who]) => who),
      [DEMO, DEMO],
    );
    await assert.rejects(people.call(ADA, 'corpora.get', { name: 'corpora/letters' }));
    await activity.last?.offers[0]?.run();
    assert.equal(
      (await people.call(ADA, 'corpora.get', { name: 'corpora/letters' })).displayName,
      LETTERS,
    );
  });
});

describe('audit of access, when things go wrong', () => {
  const corpora = [{ name: 'corpora/a', displayName: '=1+1' }, { name: 'corpora/b' }];
  const permission = (name: string) => ({
    name,
    granteeType: 'USER',
    emailAddress: 'x@example.com',
    role: 'READER',
  });
  const service = (changes: { readonly [id: string]: (input: object) => unknown } = {}) =>
    fakeRoom(({ id, input }) => {
      const change = changes[id];
      if (change) return change(input);
      if (id === 'corpora.list') return { corpora };
      if (id === 'corpora.permissions.list')
        return { permissions: [permission(`${String(input.parent)}/permissions/p`)] };
      return {};
    }, 'Revoke');

  it('lists what cannot be read, with the reason', async () => {
    const { room, sheets } = service({
      'tunedModels.list': () => Promise.reject(new Error('Sign in first.')),
      'corpora.permissions.list': (input) =>
        'parent' in input && input.parent === 'corpora/a'
          ? Promise.reject(new Error('No right to see them.'))
          : { permissions: [permission('corpora/b/permissions/p')] },
    });
    await auditAccess(room, []);
    assert.equal(sheets.last.table.length, 1);
    const unread = sheets.last.now.blocks.find(
      (one) => one.kind === 'table' && one.id === 'unread',
    );
    assert.ok(unread?.kind === 'table');
    assert.deepEqual(
      unread.rows.map(({ cells }) => cells.map(({ text }) => text)),
      [
        ['Tuned Models', 'Sign in first.'],
        ['=1+1', 'No right to see them.'],
      ],
    );
    assert.ok(sheets.last.texts.includes('None of the loaded resources are shared with everyone.'));
  });

  it('copies no formula for a spreadsheet', async () => {
    const { room, sheets, system } = service();
    await auditAccess(room, []);
    await sheets.last.act('csv');
    assert.match(system.copied[0] ?? '', /^corpora\/a,'=1\+1,Corpus/m);
  });
});
