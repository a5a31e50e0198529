import assert from 'node:assert/strict';
import type { OperationId } from '../../../src/api/operations';
import type { Version } from '../../../src/api/versions';
import type { InputOptions, PickItem } from '../../../src/platform/prompts';
import { FakePrompts } from '../../fakes/prompts';

/** An operation in one of its versions. */
export interface Row {
  readonly operation: OperationId;
  readonly version: Version;
}

export interface Wanted extends Row {
  /** Resource name; whatever a list has first where absent. */
  readonly name?: string;
  /** Whether the name is typed in place of being chosen. */
  readonly typed?: boolean;
}

type Items = readonly PickItem<unknown>[];

/** Answers what the console asks on the way to one request, and fails at any other question. */
export class ConsolePrompts extends FakePrompts {
  readonly #wanted: Wanted;
  /** What of the name is not chosen yet. */
  #left: string;
  /** The list of operations. */
  offered: Items = [];

  constructor(wanted: Wanted) {
    super();
    this.#wanted = wanted;
    this.#left = wanted.name ?? '';
  }

  override async pick<T>(
    options: { readonly title: string; readonly placeholder?: string },
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    const rows = await items;
    if (this.offered.length === 0) {
      this.offered = rows;
      return this.#operation(rows).value;
    }
    this.answer(this.#resource(rows));
    return await super.pick(options, rows);
  }

  override async input(options: InputOptions): Promise<string | undefined> {
    this.answer(this.#wanted.name);
    return await super.input(options);
  }

  /** Agrees to what is dangerous. */
  override async confirm<A extends string>(
    message: string,
    options: { readonly detail?: string; readonly actions: readonly A[] },
  ): Promise<A | undefined> {
    this.answer(options.actions[0]);
    return await super.confirm(message, options);
  }

  #operation<T>(rows: readonly PickItem<T>[]): PickItem<T> {
    const { operation, version } = this.#wanted;
    const [taken, ...more] = rows.filter(
      ({ label, description = '' }) => label === operation && description.startsWith(`${version} `),
    );
    assert.ok(taken, `${operation} is not offered in ${version}.`);
    assert.deepEqual(more, []);
    return taken;
  }

  /** The label of the next level of the name. */
  #resource(rows: Items): string | undefined {
    const { name, typed = false } = this.#wanted;
    if (name === undefined) return rows[0]?.label;
    if (typed) return 'Enter a name…';
    const row = rows.find(({ label }) => `${this.#left}/`.startsWith(`${label}/`));
    this.#left = this.#left.slice((row?.label.length ?? 0) + 1);
    return row?.label ?? `${this.#left} of ${name}`;
  }
}
