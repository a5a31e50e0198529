import * as vscode from 'vscode';
import { judgeCommitRisk, type CommitRisk, type GitApi, type GitRepository } from './gitStatus';

interface GitExtension {
  readonly enabled?: boolean;
  getAPI?(version: 1): {
    getRepository?(uri: vscode.Uri): (Partial<GitRepository> & { rootUri: vscode.Uri }) | null;
  };
}

/** Returns the git status of a file. Never throws. */
export async function commitRiskOf(uri: string): Promise<CommitRisk> {
  try {
    const file = vscode.Uri.parse(uri, true);
    const folder = vscode.workspace.getWorkspaceFolder(file);
    return await judgeCommitRisk({
      path: file.fsPath,
      api: gitApi(),
      folderWithGit: async () => {
        if (!folder) return undefined;
        const marker = vscode.Uri.joinPath(folder.uri, '.git');
        const isThere = await exists(marker);
        return isThere ? folder.uri.fsPath : undefined;
      },
    });
  } catch {
    // A missing warning must not stop a sign-in.
    return { kind: 'none' };
  }
}

function gitApi(): GitApi | undefined {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  // Don't activate the git extension for this.
  if (!extension?.isActive || !extension.exports.enabled) return undefined;
  const api = extension.exports.getAPI?.(1);
  if (!api) return undefined;
  return {
    repositoryOf: (path) => {
      const found = api.getRepository?.(vscode.Uri.file(path));
      if (!found) return undefined;
      const root = found.rootUri.fsPath;
      // Bound, as the method's implementation is unknown.
      const checkIgnore = found.checkIgnore?.bind(found);
      return { root, ...(checkIgnore ? { checkIgnore } : {}) };
    },
  };
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
