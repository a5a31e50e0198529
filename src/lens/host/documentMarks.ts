import * as vscode from 'vscode';
import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { LensScope } from '../../catalog/settings';
import { ProblemMarks, type TextProblem } from '../../platform/diagnostics';
import type { LensContext, LensMark, LensSeverity } from '../mark';
import { scan } from '../scan';
import { connectionStatuses } from './connectionModels';
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
