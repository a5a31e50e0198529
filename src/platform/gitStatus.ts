/** What git would do with a file of its repository. `maybe`: it could not be asked. */
export type CommitRisk =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'yes' | 'maybe';
      /** The line of the .gitignore in the repository’s folder that would keep the file out. */
      readonly ignoreLine: string;
    };

/** Says whether a file would get into a repository. */
export interface GitStatus {
  /** Never throws, and starts no program itself. */
  riskOf(uri: string): Promise<CommitRisk>;
}

/** What is used of the API of VS Code's own git extension, with paths as this machine writes them. */
export interface GitApi {
  /** Undefined where the file is in none that is open. */
  repositoryOf(path: string): GitRepository | undefined;
}

export interface GitRepository {
  readonly root: string;
  /** Those of the paths that git ignores; absent in versions that can't tell. */
  readonly checkIgnore?: (paths: string[]) => Promise<ReadonlySet<string>>;
}

/** What surrounds a file. */
interface FileSurroundings {
  readonly path: string;
  /** Undefined where git is off, not there or not ready. */
  readonly api: GitApi | undefined;
  /** The workspace folder that the file lies in, where that folder has a `.git`. */
  readonly folderWithGit: () => Promise<string | undefined>;
}

const NO_RISK: CommitRisk = { kind: 'none' };

/** Asks git where it is there, and looks for a repository where it is not. May throw what git throws. */
export async function judgeCommitRisk({
  path,
  api,
  folderWithGit,
}: FileSurroundings): Promise<CommitRisk> {
  const repository = api?.repositoryOf(path);
  if (repository?.checkIgnore) {
    const ignored = await repository.checkIgnore([path]).catch(() => undefined);
    if (ignored && ignored.size > 0) return NO_RISK;
    const kind = ignored ? 'yes' : 'maybe';
    return { kind, ignoreLine: lineFor(repository.root, path) };
  }
  const folder = repository?.root ?? (await folderWithGit());
  return folder === undefined ? NO_RISK : { kind: 'maybe', ignoreLine: lineFor(folder, path) };
}

/** As .gitignore has it: from the root, with slashes, and characters of patterns escaped. */
function lineFor(root: string, path: string): string {
  const below = path.slice(root.length).replaceAll('\\', '/').replace(/^\/+/, '');
  return `/${below.replaceAll(/[*?[\]\\]/g, String.raw`\$&`)}`;
}
