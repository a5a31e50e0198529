import * as vscode from 'vscode';
import type { Event } from '../../base/event';
import type { Host } from '../../platform/host';
import type { Sheets } from '../../platform/sheet';
import type { Services } from '../../service/services';

/** The test cases of a model, run with the model and its successor. */
interface SuccessorTests {
  /** Returns the models of all test cases in the workspace, by resource name. */
  models(): Promise<readonly string[]>;
  /** Runs the tests and shows the report. Returns false if the run didn't start. Throws `AppError`. */
  compare(succession: {
    readonly model: string;
    readonly successor: string;
    /** Whether the model no longer responds, so that its recordings are the baseline. */
    readonly isGone: boolean;
  }): Promise<boolean>;
}

export interface LensDeps
  extends Host, Pick<Services, 'connections' | 'store' | 'modelStatuses' | 'traffic'> {
  readonly settings: {
    read(name: 'lens.models'): unknown;
    readonly onDidChange: Event<void>;
  };
  readonly sheets: () => Promise<Sheets>;
  readonly successors: SuccessorTests;
  /** Adds an API key as a connection, after the user has confirmed it. */
  readonly addKey: (key: string) => Promise<void>;
}

const SCHEMES: readonly string[] = ['file', 'untitled', 'vscode-notebook-cell'];

/** Whether a document is the user's text, rather than a diff or output. */
export function isSource({ uri }: vscode.TextDocument): boolean {
  return SCHEMES.includes(uri.scheme) || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

/** Returns the path relative to the workspace folder, or the name of a file elsewhere. */
export function scannedPath(uri: vscode.Uri): string {
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  if (!isInside) return uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return vscode.workspace.asRelativePath(uri, false).replaceAll('\\', '/');
}
