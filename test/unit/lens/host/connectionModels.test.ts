import assert from 'node:assert/strict';
import type { ReportedStatus } from '../../../../src/catalog/modelStatus';
import { connectionStatuses, isModelGone } from '../../../../src/lens/host/connectionModels';
import type { Connection } from '../../../../src/service/connection';
import type { Services } from '../../../../src/service/services';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const RETIRED = 'gemini-2.0-flash';
const SERVED = 'gemini-3.8-flash';

const CONNECTION: Connection = {
  id: 'aaaa1111',
  name: 'Mine',
  auth: 'apiKey',
  endpoint: 'https://generativelanguage.googleapis.com',
};

interface Known {
  readonly listed?: readonly string[];
  readonly told?: { readonly [id: string]: ReportedStatus };
  readonly active?: Connection | undefined;
}

/** A window that has heard some things of a connection. A request fails the test. */
function windowWith({ listed, told = {}, ...rest }: Known) {
  const active = 'active' in rest ? rest.active : CONNECTION;
  const items = listed?.map((id) => ({ name: `models/${id}` }));
  return {
    connections: { active },
    store: { peek: () => items && { items } },
    modelStatuses: { of: ({ name }: { name: string }) => told[name.replace('models/', '')] },
  } as unknown as Pick<Services, 'connections' | 'store' | 'modelStatuses'>;
}

const refused = (why: 'earlierUsers' | 'notServed'): ReportedStatus => ({
  by: 'refusal',
  day: '2026-11-28',
  why,
});

describe('what a connection says about models', () => {
  it('is nothing before a list was loaded, and without a connection', () => {
    for (const known of [{}, { active: undefined }]) {
      assert.equal(connectionStatuses(windowWith(known), NOW)(RETIRED), undefined);
    }
  });

  it('is that listed models are open, while absence says nothing', () => {
    const status = connectionStatuses(windowWith({ listed: [RETIRED] }), NOW);
    assert.deepEqual([status(RETIRED), status(SERVED)], ['open', undefined]);
  });

  it('is that refused models are closed or retired, although they are listed', () => {
    const told = { [SERVED]: refused('earlierUsers'), [RETIRED]: refused('notServed') };
    const status = connectionStatuses(windowWith({ listed: [SERVED, RETIRED], told }), NOW);
    assert.deepEqual([status(SERVED), status(RETIRED)], ['closed', 'retired']);
  });

  it('is that models with a past end in a response are retired', () => {
    const status = (end: string): string | undefined => {
      const told: ReportedStatus = { by: 'answer', stage: 'DEPRECATED', end };
      return connectionStatuses(windowWith({ told: { [SERVED]: told } }), NOW)(SERVED);
    };
    assert.deepEqual([status('2026-11-28'), status('2026-11-30')], ['retired', 'open']);
  });

  it('is not what the emulator imitates', () => {
    const active = { ...CONNECTION, id: 'emulator' };
    const known = windowWith({ listed: [RETIRED], active });
    assert.equal(connectionStatuses(known, NOW)(RETIRED), undefined);
    assert.equal(isModelGone(RETIRED, known, NOW), false);
  });

  it('wins over the documentation when a successor is proved', () => {
    assert.equal(isModelGone(RETIRED, windowWith({}), NOW), true);
    assert.equal(isModelGone(RETIRED, windowWith({ listed: [RETIRED] }), NOW), false);
    assert.equal(isModelGone(SERVED, windowWith({}), NOW), false);
    const told = { [SERVED]: refused('earlierUsers') };
    assert.equal(isModelGone(SERVED, windowWith({ told }), NOW), true);
  });
});
