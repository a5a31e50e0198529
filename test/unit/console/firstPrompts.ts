import type { OperationId } from '../../../src/api/operations';
import type { Version } from '../../../src/api/versions';
import type { PickItem } from '../../../src/platform/prompts';
import { FakePrompts } from '../../fakes/prompts';

// Has permissions besides its owner’s; its base is a legacy model.
const SHARED = 'tunedModels/sentence-translator-u3b7m';

/** Chooses one operation of the list of all, the first resource of every list that can be changed, and yes. */
export class FirstPrompts extends FakePrompts {
  readonly #operation: OperationId;
  readonly #version: Version;

  constructor(operation: OperationId, version: Version) {
    super();
    this.#operation = operation;
    this.#version = version;
  }

  override async pick<T>(
    _options: { readonly title: string },
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    const rows = await items;
    const start = `${this.#version} · `;
    const isWanted = ({ label, description }: PickItem<T>): boolean => {
      if (label === SHARED) return this.#operation !== 'tunedModels.generateContent';
      return label === this.#operation && description?.startsWith(start) === true;
    };
    const chosen = rows.find(isWanted);
    // What the owner may do can't be changed.
    const others = rows.filter(({ description }) => !description?.startsWith('OWNER'));
    return (chosen ?? others[0])?.value;
  }

  override confirm<A extends string>(
    _message: string,
    { actions }: { readonly actions: readonly A[] },
  ): Promise<A | undefined> {
    return Promise.resolve(actions[0]);
  }
}
