import ts from 'typescript';
import type { Row } from './row';
import { nodesOf, type Rule } from './source';

/** What of VS Code shows a text that may come from elsewhere. Each is used by an adapter in `src/platform/`. */
const SINKS = new Set([
  ...['showInputBox', 'createInputBox', 'showQuickPick', 'createQuickPick'],
  ...['showInformationMessage', 'showWarningMessage', 'showErrorMessage'],
  ...['showWorkspaceFolderPick', 'withProgress', 'withScmProgress'],
  ...['createStatusBarItem', 'setStatusBarMessage', 'createLanguageStatusItem'],
  ...['createWebviewPanel', 'createTerminal', 'createTextEditorDecorationType'],
  ...['createCommentController', 'createSourceControl'],
  ...['MarkdownString', 'TreeItem', 'CodeLens', 'FileDecoration', 'Diagnostic'],
  ...['Hover', 'InlayHint', 'CompletionItem', 'TestMessage', 'NotebookCellOutput'],
  // An error of a file system: VS Code shows it as a notification.
  'Unavailable',
]);

/** Fields of what VS Code shows, which an adapter alone sets. */
const FIELDS = new Set([
  ...['tooltip', 'accessibilityInformation', 'validationMessage', 'prompt', 'placeholder'],
  ...['message', 'description', 'title'],
]);

/**
 * Whatever VS Code shows is escaped in the one adapter of its kind: links in notifications and under input
 * boxes, icons in lists, Markdown in tooltips. Nothing reaches VS Code beside them.
 */
const showsTextByAdapters: Rule = ({ path, tree }) =>
  path.startsWith('src/platform/')
    ? []
    : nodesOf(tree).flatMap((node) => {
        const name = usedName(node);
        if (name !== undefined && SINKS.has(name)) return [`uses ${name}`];
        const field = setField(node);
        return field !== undefined && FIELDS.has(field) ? [`sets .${field}`] : [];
      });

/** `a.name`, `a['name']` and `const { name } = a`; a type is none. */
function usedName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return node.argumentExpression.text;
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = node.propertyName ?? node.name;
    return ts.isIdentifier(name) ? name.text : undefined;
  }
  const isImport =
    ts.isImportSpecifier(node) &&
    !node.isTypeOnly &&
    node.parent.parent.phaseModifier !== ts.SyntaxKind.TypeKeyword;
  return isImport ? (node.propertyName ?? node.name).text : undefined;
}

/** The field of something else that is assigned; one's own is no sink. */
function setField(node: ts.Node): string | undefined {
  if (!ts.isBinaryExpression(node) || !isAssignment(node.operatorToken.kind)) return undefined;
  const { left } = node;
  return ts.isPropertyAccessExpression(left) && left.expression.kind !== ts.SyntaxKind.ThisKeyword
    ? left.name.text
    : undefined;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

export const sinkRow: Omit<Row, 'files'> = {
  title: 'VS Code is given texts by the adapters that escape them',
  rule: showsTextByAdapters,
  bad: [
    ['src/auth/a.ts', 'await vscode.window.showInputBox({ prompt: name });'],
    ['src/auth/a.ts', "await vscode.window['showQuickPick'](names);"],
    ['src/auth/a.ts', 'const { showErrorMessage: tell } = vscode.window;'],
    ['src/auth/a.ts', "import { MarkdownString } from 'vscode';"],
    ['src/files/a.ts', 'void vscode.window.withProgress(options, work);'],
    ['src/resources/a.ts', 'const item = new vscode.TreeItem(name);'],
    ['src/resources/a.ts', 'item.tooltip = name;'],
    ['src/resources/a.ts', 'this.#view.message ??= name;'],
    ['src/resources/a.ts', 'throw vscode.FileSystemError.Unavailable(name);'],
    ['src/extension.ts', 'vscode.window.setStatusBarMessage(name, 1);'],
  ],
  good: [
    ['src/platform/a.ts', 'await vscode.window.showInputBox({ prompt: promptText(name) });'],
    ['src/resources/a.ts', 'let a: vscode.TreeItem; const b = item.tooltip; this.message = b;'],
    ['src/resources/a.ts', "import type { MarkdownString } from 'vscode';"],
  ],
};
