/** Whether git would commit a file; `maybe` if git is unavailable. */
export type CommitRisk =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'yes' | 'maybe';
      /** The .gitignore line, in the repository root, that excludes the file. */
      readonly ignoreLine: string;
    };

export interface GitStatus {
  /** Never throws and starts no process. */
  riskOf(uri: string): Promise<CommitRisk>;
}

export interface GitRepository {
  /** Local path. */
  readonly root: string;
  /** Returns the ignored paths; undefined in old versions. */
  readonly checkIgnore?: (paths: string[]) => Promise<ReadonlySet<string>>;
}

interface FileSurroundings {
  readonly path: string;
  /** Undefined if the file is in none, or if git is disabled, missing or not ready. */
  readonly repository: GitRepository | undefined;
  readonly folderWithGit: () => Promise<string | undefined>;
}

const NO_RISK: CommitRisk = { kind: 'none' };

/** Asks git if available, else looks for a repository. May throw errors of git. */
export async function judgeCommitRisk({
  path,
  repository,
  folderWithGit,
}: FileSurroundings): Promise<CommitRisk> {
  if (repository?.checkIgnore) {
    const ignored = await repository.checkIgnore([path]).catch(() => undefined);
    if (ignored && ignored.size > 0) return NO_RISK;
    const kind = ignored ? 'yes' : 'maybe';
    return { kind, ignoreLine: lineFor(repository.root, path) };
  }
  const folder = repository?.root ?? (await folderWithGit());
  return folder === undefined ? NO_RISK : { kind: 'maybe', ignoreLine: lineFor(folder, path) };
}

/** Returns a .gitignore line: relative to the root, with slashes and escaped patterns. */
function lineFor(root: string, path: string): string {
  const below = path.slice(root.length).replaceAll('\\', '/').replace(/^\/+/, '');
  return `/${below.replaceAll(/[*?[\]\\]/g, String.raw`\$&`)}`;
}
