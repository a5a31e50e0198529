import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Yielder } from '../../base/yielder';
import { pathOf, setTestError, testItem } from '../../platform/testItems';
import { promptFileName } from '../../conversation/model/promptFile';
import type { CasePlace, CaseProblem } from '../case';
import type { PlannedCase } from '../plan';
import type { PlannedQuestion } from '../retrieval/runRetrieval';
import type { QuestionTest, TestGroup } from './plannedTest';

type TestRow =
  | { readonly kind: 'file' }
  | { readonly kind: 'case'; readonly group: TestGroup }
  | { readonly kind: 'run'; readonly group: TestGroup; readonly index: number }
  /** A single repeat. Running it runs all repeats. */
  | { readonly kind: 'repeat'; readonly of: vscode.TestItem };

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

type RowsController = Pick<vscode.TestController, 'createTestItem' | 'items'>;

type Selection = Map<TestGroup, Set<number>>;

/**
 * Rows of test files, test cases, variants, and repeats. Created on demand, because a matrix may have thousands. Rows
 * keep their state when a file is read again.
 */
export class TestRows {
  readonly #controller: RowsController;
  readonly #rows = new WeakMap<vscode.TestItem, TestRow>();
  readonly #groups = new Map<string, readonly TestGroup[]>();
  readonly #items = new WeakMap<TestGroup, vscode.TestItem>();

  constructor(controller: RowsController) {
    this.#controller = controller;
  }

  /** Returns the tests below rows, by default all, without duplicates. */
  async chosen(
    include: readonly vscode.TestItem[] | undefined,
    exclude: readonly vscode.TestItem[] = [],
  ): Promise<ChosenTests> {
    const all = include ?? [...this.#controller.items].map(([, item]) => item);
    const left = this.#below(exclude);
    return await this.#tests(this.#below(all), (group, index) => !left.get(group)?.has(index));
  }

  async chosenBy(isWanted: (group: TestGroup, index: number) => boolean): Promise<ChosenTests> {
    const files = [...this.#controller.items].map(([, item]) => item);
    return await this.#tests(this.#below(files), isWanted);
  }

  groupsIn(uri: string): readonly TestGroup[] {
    return [...this.#groups.values()].flat().filter(({ place }) => place.uri === uri);
  }

  hasShown(uri: string): boolean {
    return this.#groups.has(uri);
  }

  /** Shows a file whose tests load on demand. Removes the row if there are neither tests nor problems. */
  showFile(uri: string, hasTests: boolean, problems: readonly CaseProblem[]): void {
    if (!hasTests && problems.length === 0) this.remove(uri);
    else setTestError(this.#fileItem(uri), reportedProblems(problems));
  }

  /** Updates the rows of a file. Removes them if there are neither tests nor problems. */
  async show(
    uri: string,
    groups: readonly TestGroup[],
    problems: readonly CaseProblem[],
  ): Promise<void> {
    this.showFile(uri, groups.length > 0, problems);
    const file = this.#controller.items.get(uri);
    if (!file) return;
    this.#groups.set(uri, groups);
    // Keeps the window responsive with 10,000 test cases.
    const turns = new Yielder();
    const kept = new Set<string>();
    for (const [at, group] of groups.entries()) {
      await turns.yieldIfDue();
      kept.add((await this.#showGroup(file, group, at, turns)).id);
    }
    for (const [id] of file.children) if (!kept.has(id)) file.children.delete(id);
  }

  async resolve(item: vscode.TestItem): Promise<void> {
    const row = this.#rows.get(item);
    if (row?.kind === 'case') await this.#showVariants(item, row.group, new Yielder());
    else if (row?.kind === 'run') this.#showRepeats(item, row.group);
  }

  remove(uri: string): void {
    this.#groups.delete(uri);
    this.#controller.items.delete(uri);
  }

  async #tests(
    found: Selection,
    isWanted: (group: TestGroup, index: number) => boolean,
  ): Promise<ChosenTests> {
    const cases: ChosenCase[] = [];
    const questions: ChosenQuestion[] = [];
    const turns = new Yielder();
    for (const [group, indexes] of found) {
      for (const index of indexes) {
        const item = isWanted(group, index) ? await this.#itemOf(group, index, turns) : undefined;
        if (!item) continue;
        await turns.yieldIfDue();
        const test = group.testAt(index);
        if (test.kind === 'case') cases.push({ planned: test.planned, item });
        else questions.push({ planned: test.planned, test, item });
      }
    }
    return { cases, questions };
  }

  #below(items: Iterable<vscode.TestItem>): Selection {
    const found: Selection = new Map();
    for (const item of items) this.#collect(item, found);
    return found;
  }

  #collect(item: vscode.TestItem, found: Selection): void {
    const row = this.#rows.get(item);
    if (row?.kind === 'repeat') this.#collect(row.of, found);
    else if (row?.kind === 'run') add(row.group, [row.index], found);
    else if (row?.kind === 'case') add(row.group, Array(row.group.size).keys(), found);
    else for (const [, child] of item.children) this.#collect(child, found);
  }

  async #itemOf(
    group: TestGroup,
    index: number,
    turns: Yielder,
  ): Promise<vscode.TestItem | undefined> {
    const own = this.#items.get(group);
    if (!own) return undefined;
    if (group.size > 1 && own.children.size === 0) await this.#showVariants(own, group, turns);
    const item = group.size > 1 ? own.children.get(group.idAt(index)) : own;
    if (item?.children.size === 0) this.#showRepeats(item, group);
    return item;
  }

  #fileItem(uri: string): vscode.TestItem {
    const known = this.#controller.items.get(uri);
    if (known) return known;
    const item = testItem(
      this.#controller,
      uri,
      { label: pathOf(uri) },
      { uri, line: 1, column: 1 },
    );
    item.canResolveChildren = true;
    this.#rows.set(item, { kind: 'file' });
    this.#controller.items.add(item);
    return item;
  }

  async #showGroup(
    file: vscode.TestItem,
    group: TestGroup,
    at: number,
    turns: Yielder,
  ): Promise<vscode.TestItem> {
    const { name, place, size } = group;
    const texts = { label: name, sortText: String(at).padStart(6, '0') };
    const id = size === 1 ? group.idAt(0) : `${place.uri}#${name}`;
    const item = this.#item(file, id, texts, place);
    this.#items.set(group, item);
    if (size === 1) {
      this.#setRun(item, group, 0);
      return item;
    }
    this.#rows.set(item, { kind: 'case', group });
    item.canResolveChildren = true;
    if (item.children.size > 0) await this.#showVariants(item, group, turns);
    return item;
  }

  async #showVariants(item: vscode.TestItem, group: TestGroup, turns: Yielder): Promise<void> {
    const kept = new Set<string>();
    for (let index = 0; index < group.size; index += 1) {
      await turns.yieldIfDue();
      const id = group.idAt(index);
      kept.add(id);
      const child = this.#item(item, id, { label: group.labelAt(index) }, group.place);
      this.#setRun(child, group, index);
    }
    for (const [id] of item.children) if (!kept.has(id)) item.children.delete(id);
  }

  #setRun(item: vscode.TestItem, group: TestGroup, index: number): void {
    this.#rows.set(item, { kind: 'run', group, index });
    item.tags = group.tags.map((tag) => new vscode.TestTag(tag));
    item.canResolveChildren = group.repeat > 1;
    if (item.children.size > 0) this.#showRepeats(item, group);
  }

  #showRepeats(item: vscode.TestItem, { repeat, place }: TestGroup): void {
    const repeats = Array.from({ length: repeat === 1 ? 0 : repeat }, (_, index) => {
      const label = l10n.t('Repeat {0}', index + 1);
      const sortText = String(index).padStart(4, '0');
      const texts = { label, sortText };
      const child = testItem(this.#controller, repeatId(item.id, index), texts, place);
      this.#rows.set(child, { kind: 'repeat', of: item });
      return child;
    });
    item.children.replace(repeats);
  }

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
}

function add(group: TestGroup, indexes: Iterable<number>, found: Selection): void {
  const known = found.get(group) ?? new Set();
  for (const index of indexes) known.add(index);
  found.set(group, known);
}

function reportedProblems(problems: readonly CaseProblem[]): string | undefined {
  const told = problems.map(({ uri, line, message }) =>
    l10n.t('{0}, line {1}: {2}', promptFileName(uri), line, message),
  );
  return told.length === 0 ? undefined : told.join('\n');
}

/**
 * Returns the row ID of a repeat.
 * @param repeat counted from 0
 */
export function repeatId(run: string, repeat: number): string {
  return `${run}#${repeat}`;
}
