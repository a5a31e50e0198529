import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { commandId } from '../../catalog/commands';
import type { LensScope } from '../../catalog/settings';
import { ProblemMarks, SOURCE, type TextProblem } from '../../platform/diagnostics';
import type { LensContext, LensMark, LensSeverity } from '../mark';
import { scan } from '../scan';
import { fileIgnore, fileIgnoreLine, lineIgnore } from './comments';
import { connectionStatuses, modelRef } from './connectionModels';
import { isSource, type LensDeps, scannedPath } from './deps';

/** Delay after a change, in ms. */
const SOON = 300;
/** In UTF-16 units. Larger documents have no marks. */
const MAX_LENGTH = 1024 * 1024;
const MAX_MARKS = 50;

const LEVELS = {
  warning: 'Warning',
  information: 'Information',
  hint: 'Hint',
} as const satisfies { readonly [S in LensSeverity]?: TextProblem['severity'] };

interface ScannedDocument {
  readonly version: number;
  readonly marks: readonly LensMark[];
}

/** The marks of open documents, and their diagnostics. */
export class DocumentMarks implements Disposable {
  readonly #deps: LensDeps;
  readonly #disposables = new DisposableStore();
  readonly #problems = this.#disposables.add(new ProblemMarks('generativeLanguage.lens'));
  readonly #changed = new Set<vscode.TextDocument>();
  readonly #soon = this.#disposables.add(new Debouncer(systemClock, SOON, () => this.#showAll()));
  #scanned = new WeakMap<vscode.TextDocument, ScannedDocument>();

  constructor(deps: LensDeps) {
    this.#deps = deps;
    const { settings, connections, store, modelStatuses } = deps;
    const { workspace } = vscode;
    const change = (document: vscode.TextDocument): void => {
      this.#changed.add(document);
      this.#soon.trigger();
    };
    const renew = (): void => {
      this.#scanned = new WeakMap();
      workspace.textDocuments.forEach(change);
    };
    for (const event of [
      workspace.onDidOpenTextDocument(change),
      workspace.onDidChangeTextDocument(({ document }) => change(document)),
      workspace.onDidCloseTextDocument((document) => {
        this.#changed.delete(document);
        this.#problems.clear(document.uri);
      }),
      settings.onDidChange(renew),
      connections.onDidChange(renew),
      modelStatuses.onDidChange(renew),
      store.onDidChange(({ ref }) => {
        if (ref === undefined || ref.kind === 'model') renew();
      }),
    ]) {
      this.#disposables.add(event);
    }
    renew();
  }

  get context(): LensContext {
    const now = systemClock.now();
    return { now: new Date(now), statusOf: connectionStatuses(this.#deps, now) };
  }

  /** Returns all marks of a document. Empty if the setting is off. */
  of(document: vscode.TextDocument): readonly LensMark[] {
    if (this.#scope === 'off' || !isSource(document)) return [];
    const known = this.#scanned.get(document);
    if (known?.version === document.version) return known.marks;
    const { version, languageId } = document;
    const text = document.getText();
    const path = scannedPath(document.uri);
    const marks = text.length > MAX_LENGTH ? [] : scan({ path, languageId, text }, this.context);
    this.#scanned.set(document, { version, marks });
    return marks;
  }

  /** Returns the marks with a diagnostic. */
  shown(document: vscode.TextDocument): readonly LensMark[] {
    const isShown = ({ severity }: LensMark): boolean =>
      severity !== 'none' && (severity !== 'hint' || this.#scope === 'on');
    return this.of(document).filter(isShown).slice(0, MAX_MARKS);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  get #scope(): LensScope {
    const value = this.#deps.settings.read('lens.models');
    return value === 'off' || value === 'ending' ? value : 'on';
  }

  #showAll(): void {
    for (const document of this.#changed) {
      if (!document.isClosed) this.#problems.set(document, this.shown(document).map(problem));
    }
    this.#changed.clear();
  }
}

function problem(mark: LensMark): TextProblem {
  const { start, end, message, severity, isDeprecated, code, link } = mark;
  if (severity === 'none') throw new RangeError('A mark without severity has no diagnostic.');
  const range = { offset: start, length: end - start };
  return { ...range, message, severity: LEVELS[severity], isDeprecated, code, link };
}

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
