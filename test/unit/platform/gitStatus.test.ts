import assert from 'node:assert/strict';
import { judgeCommitRisk, type GitRepository } from '../../../src/platform/gitStatus';

const PATH = '/ws/keys/client[1].json';
const LINE = String.raw`/keys/client\[1\].json`;

const inRepository = (ignored: () => Promise<ReadonlySet<string>>): GitRepository => ({
  root: '/ws',
  checkIgnore: ignored,
});

describe('what git would do with a file', () => {
  const judge = (repository: GitRepository | undefined, folder?: string) =>
    judgeCommitRisk({ path: PATH, repository, folderWithGit: () => Promise.resolve(folder) });

  it('is nothing where it is ignored', async () => {
    const asked: string[][] = [];
    const checkIgnore = (paths: string[]) => {
      asked.push(paths);
      return Promise.resolve(new Set(paths));
    };
    assert.deepEqual(await judge({ root: '/ws', checkIgnore }, '/ws'), { kind: 'none' });
    assert.deepEqual(asked, [[PATH]]);
  });

  it('is to commit it where it is not', async () => {
    const repository = inRepository(() => Promise.resolve(new Set()));
    assert.deepEqual(await judge(repository), { kind: 'yes', ignoreLine: LINE });
  });

  it('is not known where git fails, or can’t tell', async () => {
    const maybe = { kind: 'maybe', ignoreLine: LINE };
    const failing = inRepository(() => Promise.reject(new Error('no git')));
    assert.deepEqual(await judge(failing), maybe);
    assert.deepEqual(await judge({ root: '/ws' }), maybe);
  });

  it('is nothing outside of every repository', async () => {
    assert.deepEqual(await judge(undefined), { kind: 'none' });
  });
});
