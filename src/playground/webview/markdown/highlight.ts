import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { type Piece, reveal } from '../pieces';

/** Deeper scopes are dropped, their text stays. */
const MAX_DEPTH = 20;

interface Level {
  readonly scope: string;
  readonly pieces: Piece[];
}

/** Colouring took too long. highlight.js gives up what it is about when an emitter throws. */
class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/**
 * Takes what highlight.js finds and builds pieces of it instead of HTML. It has the methods that
 * highlight.js calls on an emitter; `toHTML` is never read.
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

const LANGUAGES = {
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(LANGUAGES)) {
  highlighter.registerLanguage(name, language);
}
highlighter.registerAliases(['shell', 'console', 'terminal'], { languageName: 'bash' });
highlighter.registerAliases(['jsonc', 'json5'], { languageName: 'json' });
highlighter.configure({ __emitter: ScopeTree });

/** Longer code stays without colours. */
const MAX_LENGTH = 40_000;
/** A slice with a longer line stays without: a machine made it, and grammars are slow on it. */
const MAX_LINE = 1000;
/**
 * UTF-16 units that a grammar gets at once, to the end of a line. Many grammars take a time that grows with the
 * square of the text or worse, within a single match that nothing can interrupt.
 */
const SLICE = 2000;
/** Milliseconds that a slice may take, looked at between two matches; so often in a row it may take longer. */
const SLICE_MS = 100;
const MOST_STRIKES = 3;
/** Modes within modes at the end of a slice. Nobody writes code that has more. */
const DEEPEST = 100;

/** Whether code of that language and length gets colours. */
export function isHighlighted(language: string, length: number): boolean {
  const isKnown = language !== CONTINUED && highlighter.getLanguage(language) !== undefined;
  return isKnown && length <= MAX_LENGTH;
}

/** A mode of a grammar that is open at the end of a slice, with those around it. */
interface OpenMode {
  readonly scope?: unknown;
  readonly parent?: OpenMode;
}

type Language = NonNullable<ReturnType<typeof highlighter.getLanguage>>;

/** The grammar of the slice that goes on where the one before ended. No fence can name it. */
const CONTINUED = 'go on';

/**
 * The colours of a code that grows. What is coloured once stays, and costs nothing any more; every slice goes on in
 * the mode in which the one before ended. Whatever the code is, one call takes about as long as a slice.
 */
export class Highlighter {
  readonly #language: string;
  readonly #now: () => number;
  /** Pieces of the code before `#from`, which is whole slices. */
  readonly #done: Piece[] = [];
  #from = 0;
  #open: OpenMode | undefined;
  #strikes = 0;
  #pieces: readonly Piece[] = [];

  constructor(language: string, now: () => number) {
    this.#language = language;
    this.#now = now;
  }

  /** All of the code of the last call: with scopes for the style sheet as far as it is coloured. */
  get pieces(): readonly Piece[] {
    return this.#pieces;
  }

  /**
   * Colours a code until about `deadline`, and answers whether some is left to do.
   * @param code begins with what was coloured before
   */
  run(code: string, deadline: number): boolean {
    let isLate = false;
    while (!isLate && this.#strikes < MOST_STRIKES) {
      const end = this.#endOfSlice(code);
      const isTail = end === undefined;
      const found = this.#colour(code.slice(this.#from, end));
      isLate = this.#now() >= deadline;
      if (!found) {
        // The machine may have been busy with something else: another frame, another try.
        this.#strikes += 1;
        continue;
      }
      if (isTail) {
        this.#pieces = [...this.#done, ...found.pieces];
        return false;
      }
      this.#strikes = 0;
      this.#done.push(...found.pieces);
      this.#from = end;
      this.#open = found.open;
    }
    this.#pieces = [...this.#done, ...reveal(code.slice(this.#from), 'code')];
    return this.#strikes < MOST_STRIKES;
  }

  /** Undefined for what is left at the end. */
  #endOfSlice(code: string): number | undefined {
    if (code.length - this.#from <= SLICE) return undefined;
    const newline = code.indexOf('\n', this.#from + SLICE - 1);
    return newline === -1 ? undefined : newline + 1;
  }

  /** Nothing where it took too long, or nothing can go on. */
  #colour(
    slice: string,
  ): { readonly pieces: readonly Piece[]; readonly open: OpenMode | undefined } | undefined {
    if (slice.split('\n').some(({ length }) => length > MAX_LINE)) {
      return { pieces: reveal(slice, 'code'), open: this.#open };
    }
    const scopes = scopesOf(this.#open);
    if (!scopes) {
      this.#strikes = MOST_STRIKES;
      return undefined;
    }
    const until = this.#now() + SLICE_MS;
    const check = (): void => {
      if (this.#now() > until) throw new OverBudget();
    };
    ScopeTree.begin(scopes, check);
    const result = highlighter.highlight(slice, {
      language: this.#open ? continued(this.#open, this.#language) : this.#language,
      ignoreIllegals: true,
    });
    const { _emitter: tree, _top: top, errorRaised } = result;
    if (!(tree instanceof ScopeTree) || errorRaised) return undefined;
    const open = top as OpenMode | undefined;
    return { pieces: tree.pieces, open: open?.parent && open };
  }
}

/** Scopes in which an open mode stands, the outermost first; nothing where they are too many. */
function scopesOf(mode: OpenMode | undefined): readonly string[] | undefined {
  const scopes: string[] = [];
  let depth = 0;
  for (let at = mode; at; at = at.parent) {
    if (++depth > DEEPEST) return undefined;
    if (typeof at.scope === 'string') scopes.push(at.scope);
  }
  return scopes.reverse();
}

/**
 * A grammar that begins in an open mode of another one. highlight.js goes on so by itself, but only in languages
 * within languages: outside, the mode has to be a language.
 */
function continued(mode: OpenMode, name: string): string {
  const own = highlighter.getLanguage(name);
  const language = Object.assign(Object.create(mode) as Language, {
    name: CONTINUED,
    aliases: [],
    compilerExtensions: [],
    case_insensitive: own?.case_insensitive ?? false,
    classNameAliases: own?.classNameAliases ?? {},
  });
  highlighter.registerLanguage(CONTINUED, () => language);
  return CONTINUED;
}
