import createParser from 'markdown-it';
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import definitionLists from 'markdown-it-deflist';
import { addMath } from './mathRules';

/** Whose Markdown it is. */
export type Author = 'model' | 'user';

const parsers = new Map<Author, MarkdownIt>();

/** Markdown as a model writes it, or as a user does, who means lines and backslashes as they stand. */
export function parserFor(author: Author): MarkdownIt {
  let parser = parsers.get(author);
  if (!parser) {
    parser = newParser();
    if (author === 'user') {
      parser.inline.ruler.at('escape', shownEscape);
      parser.disable('lheading');
    }
    parsers.set(author, parser);
  }
  return parser;
}

function newParser(): MarkdownIt {
  const parser = createParser({ html: false, linkify: true, breaks: true, maxNesting: 40 });
  // Every link passes `safeLink`, which also escapes its address; what it refuses keeps its words.
  parser.validateLink = () => true;
  parser.normalizeLink = (href) => href;
  // Only what has a scheme is an address: `a@b.test` is also how packages and decorators are written.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true });
  endAddressesBeforeEmphasis(parser);
  addMath(parser);
  addDefinitionLists(parser);
  return parser;
}

/** As the plug-in has them, but with a colon only: `~ 5 MB` below a line means about as many. */
function addDefinitionLists(parser: MarkdownIt): void {
  parser.use(definitionLists);
  const { ruler } = parser.block;
  // It stands before the last one, which makes paragraphs.
  const rule = ruler.getRules('').at(-2);
  if (!rule) return;
  const withColons = (state: StateBlock, start: number, end: number, silent: boolean): boolean => {
    const below = state.isEmpty(start + 1) ? start + 2 : start + 1;
    const line = silent ? start : below;
    const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    return state.src.charAt(at) === ':' && rule(state, start, end, silent);
  };
  ruler.at('deflist', withColons, { alt: ['paragraph', 'reference', 'blockquote'] });
}

/** `_https://a.test_` is an emphasized address, as in GitHub's Markdown; linkify-it takes its last underscore in. */
function endAddressesBeforeEmphasis({ linkify }: MarkdownIt): void {
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text);
    if (found) found.url = found.url.replace(/_+$/, '');
    return found;
  };
}

/** A backslash that keeps the next character from being Markdown, and is shown as it was typed. */
function shownEscape(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!/^\\[!-/:-@[-`{-~]/.test(src.slice(pos, pos + 2))) return false;
  if (!silent) state.pending += src.slice(pos, pos + 2);
  state.pos += 2;
  return true;
}
