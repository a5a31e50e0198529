import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { CaseLenses } from './caseLenses';
import type { TestingHost } from './context';
import type { PromptTests } from './createPromptTests';
import { ProblemEditors } from './problemEditors';

/**
 * What editors show of files with tests, which loads with the first of them.
 * @param has whether a document is such a file.
 */
export function createTestEditors(
  host: TestingHost,
  has: (document: vscode.TextDocument) => boolean,
  tests: PromptTests,
): Disposable {
  const disposables = new DisposableStore();
  disposables.add(new ProblemEditors(host, has));
  disposables.add(new CaseLenses(tests));
  return disposables;
}
