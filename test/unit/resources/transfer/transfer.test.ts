import assert from 'node:assert/strict';
import { CancelledError } from '../../../../src/base/errors';
import { exportResource } from '../../../../src/resources/transfer/exportResource';
import { importResource } from '../../../../src/resources/transfer/importResource';
import { MemoryService, refusal } from '../memoryService';
import { DOCUMENT, refTo, teaRoom, teaService } from '../remove/removing';

async function exported(name: string, service = teaService(230)): Promise<string> {
  const { room, localFiles } = teaRoom(service);
  await exportResource(room, [refTo(name)]);
  return [...localFiles.written.values()].join('');
}

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly [key: string]: { name?: string } });

function importing(
  service: MemoryService,
  text: string | Buffer,
  ...answers: (string | undefined)[]
) {
  const setUp = teaRoom(service, ...answers);
  setUp.localFiles.sources.push({ name: 'tea.jsonl', text });
  return setUp;
}

describe('exporting', () => {
  it('writes a corpus line by line in the order of the service, with an end', async () => {
    const { room, localFiles, activity } = teaRoom(teaService(230));
    await room.services.store.list({ ...refTo('corpora/tea'), name: '', collection: true });
    await exportResource(room, [refTo('corpora/tea')]);
    assert.deepEqual(localFiles.proposed, ['Tea.jsonl']);
    const all = lines(localFiles.written.get('Tea.jsonl') ?? '');
    assert.deepEqual(all[0]?.source, { kind: 'corpus', name: 'corpora/tea', version: 'v1beta' });
    const names = all.flatMap((line) => Object.values(line).flatMap(({ name }) => name ?? []));
    assert.deepEqual(names.slice(1), [...teaService(230).names()]);
    assert.deepEqual(all.at(-1), { end: { documents: 1, chunks: 230, permissions: 2 } });
    assert.equal(activity.last?.conclusion, 'Exported corpus “Tea” with 1 document and 230 chunks');
    assert.deepEqual(activity.last.reports.at(-1), {
      text: 'document 1 of 1, 230 chunks',
      done: 0,
      total: 1,
    });
  });

  it('leaves nothing when it is cancelled', async () => {
    const { room, service, localFiles, activity } = teaRoom(teaService(300));
    service.before = ({ input }) => {
      if (input.pageToken === '100') activity.cancel();
    };
    await assert.rejects(exportResource(room, [refTo('corpora/tea')]), (error) =>
      CancelledError.is(error),
    );
    assert.equal(localFiles.written.size, 0);
  });
});

describe('importing', () => {
  it('makes the corpus again under its names, and shares it with nobody', async () => {
    const text = await exported('corpora/tea');
    const { room, service, activity } = importing(
      new MemoryService(),
      text,
      'Don’t share the corpus',
    );
    await importResource(room, []);
    const expected = teaService(230).names();
    assert.deepEqual(
      service.names(),
      expected.filter((name) => !name.includes('/permissions/')),
    );
    assert.deepEqual(service.resources.get(DOCUMENT)?.customMetadata, [
      { key: 'year', numericValue: 2026 },
    ]);
    assert.equal(service.log.filter((line) => line.includes('batchCreate')).length, 3);
    assert.match(activity.last?.conclusion ?? '', /^Imported 1 document and 230 chunks/);
  });

  it('shares it as it was where the user wants that, but for the owner', async () => {
    const text = await exported('corpora/tea', teaService(1));
    const { room, service } = importing(new MemoryService(), text, 'Share as before');
    await importResource(room, []);
    const [name = '', ...others] = service.names('corpora/tea/permissions/');
    assert.equal(service.resources.get(name)?.granteeType, 'EVERYONE');
    assert.deepEqual(others, []);
  });

  it('takes another id where its own is taken, if the user says so', async () => {
    const text = await exported('corpora/tea', teaService(2));
    const { room, service } = importing(
      teaService(0),
      text,
      'Don’t share the corpus',
      'Create another corpus',
    );
    await importResource(room, []);
    assert.deepEqual(service.names('corpora/tea-2'), [
      'corpora/tea-2',
      'corpora/tea-2/documents/green',
      'corpora/tea-2/documents/green/chunks/c0',
      'corpora/tea-2/documents/green/chunks/c1',
    ]);
  });

  it('adds only what is missing to what is there', async () => {
    const text = await exported('corpora/tea', teaService(3));
    const { room, service, prompts } = importing(
      teaService(1),
      text,
      'Don’t share the corpus',
      'Add missing items to “Tea”',
    );
    await importResource(room, []);
    assert.equal(service.names(`${DOCUMENT}/chunks/`).length, 3);
    assert.equal(prompts.unused, 0);
    assert.ok(!prompts.asked.some(({ kind }) => kind === 'notify'));
  });

  it('goes on after a failure without making anything twice', async () => {
    const text = await exported('corpora/tea', teaService(230));
    const first = importing(new MemoryService(), text, 'Don’t share the corpus');
    const { service } = first;
    let batches = 0;
    service.before = ({ id }) => {
      if (id.endsWith('batchCreate') && ++batches > 1) throw refusal(401, 'UNAUTHENTICATED');
    };
    await assert.rejects(importResource(first.room, []));
    assert.ok(service.names(`${DOCUMENT}/chunks/`).length < 230);
    service.before = () => undefined;
    first.localFiles.sources.push({ name: 'tea.jsonl', text });
    first.prompts.answer('Don’t share the corpus', 'Add missing items to “Tea”');
    await importResource(first.room, []);
    assert.equal(service.names(`${DOCUMENT}/chunks/`).length, 230);
    assert.deepEqual(
      service.names('corpora/').filter((name) => !name.includes('/', 8)),
      ['corpora/tea'],
    );
  });

  it('tells the lines that failed, and does the others', async () => {
    const text = (await exported('corpora/tea', teaService(3))).replace('"Text 1"', '"refuse"');
    const { room, service, prompts } = importing(
      new MemoryService(),
      text,
      'Don’t share the corpus',
    );
    service.before = ({ id, input }) => {
      if (id.endsWith('batchCreate') && JSON.stringify(input).includes('refuse')) {
        throw refusal(400, 'INVALID_ARGUMENT', 'Not this text.');
      }
    };
    await importResource(room, []);
    assert.equal(service.names(`${DOCUMENT}/chunks/`).length, 2);
    assert.match(prompts.asked.at(-1)?.text ?? '', /^1 line of tea\.jsonl was not imported/);
  });

  it('says where the end of the file is missing, before anything is sent', async () => {
    const text = await exported('corpora/tea', teaService(3));
    const cut = text.slice(0, text.lastIndexOf('{"chunk"'));
    const { room, service, prompts } = importing(new MemoryService(), cut, undefined);
    await importResource(room, []);
    assert.match(prompts.asked[0]?.text ?? '', /The file is incomplete\./);
    assert.deepEqual(service.log, []);
  });

  for (const [what, text] of [
    ['another text', 'hello\n'],
    [
      'a later form',
      '{"format":"generative-language-export","formatVersion":9,"source":{"kind":"corpus","name":"corpora/a"}}\n',
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { room, service } = importing(new MemoryService(), text);
      await assert.rejects(importResource(room, []), { reason: 'badExport' });
      assert.deepEqual(service.log, []);
    });
  }
});
