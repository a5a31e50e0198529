import createParser from 'markdown-it';
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import definitionLists from 'markdown-it-deflist';
import { addMath } from './mathRules';

export type Author = 'model' | 'user';

const parsers = new Map<Author, MarkdownIt>();

/** Returns the parser for model or user text. User text keeps line breaks and backslashes. */
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
  // `safeLink` validates and escapes every link instead.
  parser.validateLink = () => true;
  parser.normalizeLink = (href) => href;
  // Requires a scheme: packages and decorators also look like `a@b.test`.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true });
  endAddressesBeforeEmphasis(parser);
  addMath(parser);
  addDefinitionLists(parser);
  return parser;
}

/** Definition lists with colons only: `~ 5 MB` often means "about". */
function addDefinitionLists(parser: MarkdownIt): void {
  parser.use(definitionLists);
  const { ruler } = parser.block;
  // The paragraph rule is last, so the new rule is the one before.
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

/**
 * `_https://a.test_` is an emphasized URL (as on GitHub), but linkify-it includes the underscore in the URL.
 */
function endAddressesBeforeEmphasis({ linkify }: MarkdownIt): void {
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text);
    if (found) found.url = found.url.replace(/_+$/, '');
    return found;
  };
}

function shownEscape(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!/^\\[!-/:-@[-`{-~]/.test(src.slice(pos, pos + 2))) return false;
  if (!silent) state.pending += src.slice(pos, pos + 2);
  state.pos += 2;
  return true;
}
