import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { commandId } from '../../catalog/commands';
import { SOURCE } from '../../platform/diagnostics';
import type { LensMark } from '../mark';
import { fileIgnore, fileIgnoreLine, lineIgnore } from './comments';
import { modelRef } from './connectionModels';
import type { LensDeps } from './deps';
import type { DocumentMarks } from './documentMarks';

/** Quick fixes of marks. */
export class LensFixes implements vscode.CodeActionProvider {
  readonly #deps: Pick<LensDeps, 'connections'>;
  readonly #marks: Pick<DocumentMarks, 'shown'>;

  constructor(deps: Pick<LensDeps, 'connections'>, marks: Pick<DocumentMarks, 'shown'>) {
    this.#deps = deps;
    this.#marks = marks;
  }

  provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const marks = this.#marks.shown(document);
    const mark = marks.find((one) => rangeOf(document, one).intersection(range));
    if (!mark) return [];
    const own = diagnostics.filter(
      (one) => one.source === SOURCE && one.range.isEqual(rangeOf(document, mark)),
    );
    const actions = [
      ...this.#replacements(document, mark, marks),
      ...this.#commands(document, mark),
      ...ignores(document, mark),
    ];
    for (const action of actions) action.diagnostics = own;
    return actions;
  }

  #replacements(
    document: vscode.TextDocument,
    mark: LensMark,
    marks: readonly LensMark[],
  ): readonly vscode.CodeAction[] {
    const { id, route, successor } = mark;
    if (successor === undefined) return [];
    const one = fix(l10n.t('Replace with {0}', successor), edit(document, [mark], successor));
    one.isPreferred = true;
    const same = marks.filter((other) => other.id === id && other.route === route);
    if (same.length < 2) return [one];
    return [one, fix(l10n.t('Replace in This File'), edit(document, same, successor))];
  }

  #commands(
    { uri: { scheme, authority, path } }: vscode.TextDocument,
    { kind, id, route, successor, start }: LensMark,
  ): readonly vscode.CodeAction[] {
    if (kind === 'key') {
      // A place instead of the key, because arguments of commands may be logged.
      const place = { scheme, authority, path, offset: start };
      return [command(l10n.t('Add as Connection…'), 'addKeyInCode', place)];
    }
    if (kind !== 'model' || route !== 'gemini' || successor === undefined) return [];
    return [command(l10n.t('Prove Successor…'), 'proveSuccessor', modelRef(id, this.#deps))];
  }
}

export function rangeOf(document: vscode.TextDocument, { start, end }: LensMark): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

function ignores(document: vscode.TextDocument, mark: LensMark): readonly vscode.CodeAction[] {
  const { languageId, uri } = document;
  const [onLine, inFile] = [lineIgnore(languageId), fileIgnore(languageId)];
  const actions: vscode.CodeAction[] = [];
  if (onLine !== undefined) {
    const { end } = document.lineAt(document.positionAt(mark.end).line).range;
    const inserted = new vscode.WorkspaceEdit();
    inserted.insert(uri, end, ` ${onLine}`);
    actions.push(fix(l10n.t('Ignore on This Line'), inserted));
  }
  if (inFile !== undefined) {
    const start = new vscode.Position(fileIgnoreLine(document.lineAt(0).text), 0);
    const inserted = new vscode.WorkspaceEdit();
    inserted.insert(uri, start, `${inFile}\n`);
    actions.push(fix(l10n.t('Ignore in This File'), inserted));
  }
  return actions;
}

function edit(
  document: vscode.TextDocument,
  marks: readonly LensMark[],
  id: string,
): vscode.WorkspaceEdit {
  const replaced = new vscode.WorkspaceEdit();
  for (const mark of marks) replaced.replace(document.uri, rangeOf(document, mark), id);
  return replaced;
}

function fix(label: string, changes: vscode.WorkspaceEdit): vscode.CodeAction {
  const action = new vscode.CodeAction(label, vscode.CodeActionKind.QuickFix);
  action.edit = changes;
  return action;
}

function command(
  title: string,
  name: 'addKeyInCode' | 'proveSuccessor',
  argument: unknown,
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command: commandId(name), arguments: [argument] };
  return action;
}
