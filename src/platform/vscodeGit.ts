import * as vscode from 'vscode';
import { type CommitRisk, type GitRepository, judgeCommitRisk } from './gitStatus';

/** The used part of VS Code's Git extension, whose API may change. */
interface GitExtension {
  readonly enabled?: boolean;
  getAPI?(version: 1): GitApi;
}

export interface GitApi {
  readonly state?: 'uninitialized' | 'initialized';
  readonly onDidChangeState?: vscode.Event<unknown>;
  getRepository?(uri: vscode.Uri): VscodeRepository | null;
}

export interface VscodeRepository {
  readonly rootUri: vscode.Uri;
  /** Missing in old versions. */
  checkIgnore?(paths: string[]): Promise<ReadonlySet<string>>;
}

/** Maximum wait until Git has found its repositories, in ms. */
const TIMEOUT = 5000;

/** Returns the git status of a file, without activating the Git extension. Never throws. */
export async function commitRiskOf(uri: string): Promise<CommitRisk> {
  try {
    const file = vscode.Uri.parse(uri, true);
    return await judgeCommitRisk({
      path: file.fsPath,
      repository: repositoryOf(file.fsPath),
      folderWithGit: async () => {
        const folder = vscode.workspace.getWorkspaceFolder(file);
        if (!folder) return undefined;
        const isThere = await exists(vscode.Uri.joinPath(folder.uri, '.git'));
        return isThere ? folder.uri.fsPath : undefined;
      },
    });
  } catch {
    // A missing warning must not stop a sign-in.
    return { kind: 'none' };
  }
}

function repositoryOf(path: string): GitRepository | undefined {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  const api = extension?.isActive ? apiOf(extension.exports) : undefined;
  const found = api?.getRepository?.(vscode.Uri.file(path));
  if (!found) return undefined;
  // Bound, as the method's implementation is unknown.
  const checkIgnore = found.checkIgnore?.bind(found);
  return { root: found.rootUri.fsPath, ...(checkIgnore ? { checkIgnore } : {}) };
}

/** Returns Git's API once it knows the open repositories. Activates the Git extension if necessary. */
export async function readyGit(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return undefined;
  const api = apiOf(await extension.activate());
  if (api?.state === 'uninitialized') await initialized(api);
  return api;
}

function apiOf(git: GitExtension): GitApi | undefined {
  return git.enabled === true ? git.getAPI?.(1) : undefined;
}

function initialized({ onDidChangeState }: GitApi): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      subscription?.dispose();
      resolve();
    };
    const timer = setTimeout(end, TIMEOUT);
    const subscription = onDidChangeState?.(end);
  });
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
