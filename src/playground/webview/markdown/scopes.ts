import { reveal } from './reveal';
import type { Piece } from './tree';

/** Deeper scopes are dropped, their text stays. */
const MAX_DEPTH = 20;

interface Level {
  readonly scope: string;
  readonly pieces: Piece[];
}

/** Colouring took too long. highlight.js gives up what it is about when an emitter throws. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/**
 * Takes what highlight.js finds and builds pieces of it instead of HTML. It has the methods that
 * highlight.js calls on an emitter; `toHTML` answers nothing because nobody reads it.
 */
export class ScopeTree {
  static #scopes: readonly string[] = [];
  static #check: () => void = () => undefined;
  readonly #stack: Level[] = [{ scope: '', pieces: [] }];

  /**
   * Before a call of highlight.js, which makes the trees itself.
   * @param scopes open from the beginning in the first tree; those of languages within it begin empty
   * @param check throws once it has taken too long
   */
  static begin(scopes: readonly string[], check: () => void): void {
    ScopeTree.#scopes = scopes;
    ScopeTree.#check = check;
  }

  constructor() {
    for (const scope of ScopeTree.#scopes) this.openNode(scope);
    ScopeTree.#scopes = [];
  }

  get pieces(): readonly Piece[] {
    this.finalize();
    return this.#top.pieces;
  }

  get #top(): Level {
    return this.#stack.at(-1) ?? { scope: '', pieces: [] };
  }

  addText(text: string): void {
    ScopeTree.#check();
    this.#top.pieces.push(...reveal(text, 'code'));
  }

  openNode(scope: string): void {
    this.#stack.push({ scope: scopeClass(scope), pieces: [] });
  }

  closeNode(): boolean {
    if (this.#stack.length < 2) return false;
    const level = this.#stack.pop();
    if (!level) return false;
    if (level.scope === '' || this.#stack.length > MAX_DEPTH)
      this.#top.pieces.push(...level.pieces);
    else this.#top.pieces.push({ tag: 'scope', scope: level.scope, children: level.pieces });
    return true;
  }

  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  __addSublanguage(other: { toHTML(): string }): void {
    if (other instanceof ScopeTree) this.#top.pieces.push(...other.pieces);
  }

  finalize(): void {
    while (this.closeNode());
  }

  toHTML(): string {
    return '';
  }
}

/** `title.function.invoke` → `title-function`: the style sheet knows two levels at most. */
function scopeClass(scope: string): string {
  const words = scope.split('.').slice(0, 2).join('-').replaceAll('_', '-');
  return /^[a-z-]+$/.test(words) ? words : '';
}
