import assert from 'node:assert/strict';
import { judgeCommitRisk, type GitApi, type GitRepository } from '../../../src/platform/gitStatus';

const PATH = '/ws/keys/client[1].json';
const LINE = String.raw`/keys/client\[1\].json`;

/** Git that knows this repository, or none. */
function gitWith(repository: GitRepository | undefined): GitApi {
  return { repositoryOf: () => repository };
}

const repository = (ignored: () => Promise<ReadonlySet<string>>): GitRepository => ({
  root: '/ws',
  checkIgnore: ignored,
});

describe('what git would do with a file', () => {
  const judge = (api: GitApi | undefined, folder?: string) =>
    judgeCommitRisk({ path: PATH, api, folderWithGit: () => Promise.resolve(folder) });

  it('is nothing where it is ignored', async () => {
    const asked: string[][] = [];
    const api = gitWith({
      root: '/ws',
      checkIgnore: (paths) => {
        asked.push(paths);
        return Promise.resolve(new Set(paths));
      },
    });
    assert.deepEqual(await judge(api, '/ws'), { kind: 'none' });
    assert.deepEqual(asked, [[PATH]]);
  });

  it('is to commit it where it is not', async () => {
    const api = gitWith(repository(() => Promise.resolve(new Set())));
    assert.deepEqual(await judge(api), { kind: 'yes', ignoreLine: LINE });
  });

  it('is not known where git fails, or can’t tell', async () => {
    const maybe = { kind: 'maybe', ignoreLine: LINE };
    const failing = repository(() => Promise.reject(new Error('no git')));
    assert.deepEqual(await judge(gitWith(failing)), maybe);
    assert.deepEqual(await judge(gitWith({ root: '/ws' })), maybe);
  });

  it('is nothing outside of every repository, with git or without', async () => {
    assert.deepEqual(await judge(gitWith(undefined)), { kind: 'none' });
    assert.deepEqual(await judge(undefined), { kind: 'none' });
  });
});
