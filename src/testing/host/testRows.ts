import * as vscode from 'vscode';
import { Turns } from '../../base/turns';
import { setTestError, testItem } from '../../platform/testItems';
import { promptFileName } from '../../playground/promptFile';
import type { CasePlace, CaseProblem } from '../case';
import type { PlannedCase } from '../plan';
import type { PlannedQuestion } from '../retrieval/runRetrieval';
import { factsOf, type PlannedTest, type QuestionTest, type TestFacts } from './plannedTest';

/** What a row of the Test Explorer stands for. */
export type TestRow =
  | { readonly kind: 'file' }
  /** A case with the variants that are its children. */
  | { readonly kind: 'case' }
  | { readonly kind: 'run'; readonly test: PlannedTest }
  /** One of several repeats; runs with all of them. */
  | { readonly kind: 'repeat'; readonly of: string };

/** A case that is asked, and the row that its result is shown at. */
export interface ChosenCase {
  readonly planned: PlannedCase;
  readonly item: vscode.TestItem;
}

export interface ChosenQuestion {
  readonly planned: PlannedQuestion;
  readonly test: QuestionTest;
  readonly item: vscode.TestItem;
}

export interface ChosenTests {
  readonly cases: readonly ChosenCase[];
  readonly questions: readonly ChosenQuestion[];
}

/** What can be run, and where it stands; the line counts from 0. */
export interface RunInFile extends Pick<TestFacts, 'id' | 'name' | 'place'> {
  readonly line: number;
}

/** What rows are made by and stand in. */
type RowsController = Pick<vscode.TestController, 'createTestItem' | 'items'>;

/** The rows of files with tests: their cases, variants and repeats. They keep their state while their file is read anew. */
export class TestRows {
  readonly #controller: RowsController;
  readonly #rows = new WeakMap<vscode.TestItem, TestRow>();
  readonly #runs = new Map<string, vscode.TestItem>();

  constructor(controller: RowsController) {
    this.#controller = controller;
  }

  /** What is run below rows, each once; all there is where no rows are given. */
  chosen(
    include: readonly vscode.TestItem[] | undefined,
    exclude: readonly vscode.TestItem[] = [],
  ): ChosenTests {
    const left = this.#below(exclude);
    const all = include ?? [...this.#controller.items].map(([, item]) => item);
    const cases: ChosenCase[] = [];
    const questions: ChosenQuestion[] = [];
    for (const item of this.#below(all)) {
      const row = this.#rows.get(item);
      if (row?.kind !== 'run' || left.has(item)) continue;
      const { test } = row;
      if (test.kind === 'case') cases.push({ planned: test.planned, item });
      else questions.push({ planned: test.planned, test, item });
    }
    return { cases, questions };
  }

  /** What can be run of what stands in a file, wherever its row is. */
  runsIn(uri: string): readonly RunInFile[] {
    return [...this.#runs].flatMap(([id, item]) => {
      const row = this.#rows.get(item);
      if (row?.kind !== 'run' || item.uri?.toString() !== uri) return [];
      const { name, place } = factsOf(row.test);
      return [{ id, name, place, line: item.range?.start.line ?? 0 }];
    });
  }

  /** Shows what a file has, in the place of what it had before; nothing where that is nothing. */
  async show(
    uri: string,
    tests: readonly PlannedTest[],
    problems: readonly CaseProblem[],
  ): Promise<void> {
    if (tests.length + problems.length === 0) {
      this.remove(uri);
      return;
    }
    const file = this.#fileItem(uri);
    // A window with ten thousand cases stays alive.
    const turns = new Turns();
    const byCase = new Map<string, PlannedTest[]>();
    for (const test of tests) {
      const { place, name } = factsOf(test);
      const key = `${place.uri}#${name}`;
      const known = byCase.get(key);
      if (known) known.push(test);
      else byCase.set(key, [test]);
      await turns.next();
    }
    await this.#replaceChildren(file, byCase, turns);
    const told = problems.map(({ uri: place, line, message }) =>
      vscode.l10n.t('{0}, line {1}: {2}', promptFileName(place), line, message),
    );
    setTestError(file, told.length === 0 ? undefined : told.join('\n'));
  }

  remove(uri: string): void {
    const file = this.#controller.items.get(uri);
    if (!file) return;
    this.#forget(file);
    this.#controller.items.delete(uri);
  }

  /** The runs below rows; those that stand for several bring all of them. */
  #below(items: Iterable<vscode.TestItem>): ReadonlySet<vscode.TestItem> {
    const found = new Set<vscode.TestItem>();
    for (const item of items) this.#collect(item, found);
    return found;
  }

  #collect(item: vscode.TestItem, found: Set<vscode.TestItem>): void {
    const row = this.#rows.get(item);
    if (row?.kind === 'run') found.add(item);
    else if (row?.kind === 'repeat') {
      const run = this.#runs.get(row.of);
      if (run) found.add(run);
    } else for (const [, child] of item.children) this.#collect(child, found);
  }

  #fileItem(uri: string): vscode.TestItem {
    const known = this.#controller.items.get(uri);
    if (known) return known;
    const label = vscode.workspace.asRelativePath(vscode.Uri.parse(uri, true));
    const item = testItem(this.#controller, uri, { label }, { uri, line: 1, column: 1 });
    this.#rows.set(item, { kind: 'file' });
    this.#controller.items.add(item);
    return item;
  }

  async #replaceChildren(
    file: vscode.TestItem,
    cases: ReadonlyMap<string, readonly PlannedTest[]>,
    turns: Turns,
  ): Promise<void> {
    const kept = new Set<string>();
    for (const [at, [key, planned]] of [...cases].entries()) {
      await turns.next();
      const item = this.#caseItem(file, key, planned, at);
      if (item) kept.add(item.id);
    }
    for (const [id, item] of file.children) {
      if (kept.has(id)) continue;
      this.#forget(item);
      file.children.delete(id);
    }
  }

  /** A row for a case; where it has several variants, with a row for each of them. */
  #caseItem(
    file: vscode.TestItem,
    key: string,
    planned: readonly PlannedTest[],
    at: number,
  ): vscode.TestItem | undefined {
    const [first] = planned;
    if (!first) return undefined;
    const { id, name, place } = factsOf(first);
    const texts = { label: name, sortText: String(at).padStart(6, '0') };
    if (planned.length === 1) {
      const item = this.#item(file, id, texts, place);
      this.#setRun(item, first, factsOf(first));
      return item;
    }
    const item = this.#item(file, key, texts, place);
    this.#rows.set(item, { kind: 'case' });
    const variants = planned.map((test) => ({ test, facts: factsOf(test) }));
    const kept = new Set(variants.map(({ facts }) => facts.id));
    for (const [id, child] of item.children) {
      if (!kept.has(id)) {
        this.#forget(child);
        item.children.delete(id);
      }
    }
    for (const { test, facts } of variants) {
      const label = facts.variant;
      this.#setRun(this.#item(item, facts.id, { label }, facts.place), test, facts);
    }
    return item;
  }

  #setRun(item: vscode.TestItem, test: PlannedTest, facts: TestFacts): void {
    const { id, tags, place, repeat } = facts;
    this.#rows.set(item, { kind: 'run', test });
    this.#runs.set(id, item);
    item.tags = tags.map((tag) => new vscode.TestTag(tag));
    const repeats = Array.from({ length: repeat === 1 ? 0 : repeat }, (_, index) => {
      const label = vscode.l10n.t('Repeat {0}', index + 1);
      const sortText = String(index).padStart(4, '0');
      const child = testItem(this.#controller, repeatId(id, index), { label, sortText }, place);
      this.#rows.set(child, { kind: 'repeat', of: id });
      return child;
    });
    item.children.replace(repeats);
  }

  /** The child of that id as it should be; the same one where it is there, so that it keeps its state. */
  #item(
    parent: vscode.TestItem,
    id: string,
    texts: { readonly label: string; readonly sortText?: string },
    place: CasePlace,
  ): vscode.TestItem {
    const known = parent.children.get(id);
    const item = known ?? testItem(this.#controller, id, texts, place);
    if (known) {
      const position = new vscode.Position(place.line - 1, place.column - 1);
      known.range = new vscode.Range(position, position);
      known.sortText = texts.sortText;
    } else parent.children.add(item);
    return item;
  }

  #forget(item: vscode.TestItem): void {
    const row = this.#rows.get(item);
    if (row?.kind === 'run') this.#runs.delete(factsOf(row.test).id);
    for (const [, child] of item.children) this.#forget(child);
  }
}

/** The row of one of several repeats, counted from 0. */
export function repeatId(run: string, repeat: number): string {
  return `${run}#${repeat}`;
}
