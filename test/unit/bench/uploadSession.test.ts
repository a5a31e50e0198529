import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the server of the upload benchmarks keeps of a file: a plain module of scripts. */
interface Session {
  readonly kept: number;
  readonly received: number;
  readonly state: string;
  take(bytes: Buffer): void;
  keep(): void;
  drop(): void;
  finish(): string;
}

const GRANULE = 256 * 1024;

describe('the server of the upload benchmarks', () => {
  let open: (size: number, digests: boolean) => Session;

  before(async () => {
    const { href } = pathToFileURL(resolve('test/bench/upload/server/session.mjs'));
    const { Session: Class } = (await import(href)) as {
      Session: new (size: number, digests: boolean) => Session;
    };
    open = (size, digests) => new Class(size, digests);
  });

  for (const digests of [false, true]) {
    const how = digests ? 'with' : 'without';

    it(`keeps whole granules of a piece that breaks off, and counts all of it, ${how} digest`, () => {
      const session = open(GRANULE * 3, digests);
      session.take(Buffer.alloc(GRANULE + 100));
      session.take(Buffer.alloc(GRANULE - 101));
      session.drop();
      assert.equal(session.kept, GRANULE);
      assert.equal(session.received, GRANULE * 2 - 1);
    });

    it(`keeps a piece that comes whole, ${how} digest`, () => {
      const session = open(100, digests);
      session.take(Buffer.alloc(100));
      assert.equal(session.kept, 0);
      session.keep();
      assert.equal(session.kept, 100);
    });
  }

  it('knows the content that was kept, and not what was lost in between', () => {
    const content = Buffer.from('geese in May; '.repeat(50_000));
    const session = open(content.length, true);
    session.take(content.subarray(0, GRANULE + 1000));
    session.drop();
    session.take(content.subarray(session.kept));
    session.keep();
    const digest = createHash('sha256').update(content).digest('hex');
    assert.equal(session.state, 'active');
    assert.equal(session.finish(), digest);
    assert.equal(session.state, 'final');
  });
});
