import type { Token } from 'markdown-it';
import { type JSX, h } from 'preact';
import { Formula } from '../math/formula';
import { type Child, type Place, reveal } from '../reveal';
import { languageOf } from './blocks';
import { CodeBlock } from './codeBlock';
import { LinkElement, SourceMarker, Table, TaskBox, safeLink } from './elements';
import { type Author, BLOCK_MATH, INLINE_MATH, isDisplayed, mathSource, parserFor } from './parser';
import { splitAtMarkers, withoutMarkers } from './sourceMarkers';

type References = Record<string, unknown>;

// Shifts levels, because the page has its own headings.
const HEADINGS: { readonly [tag: string]: string } = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
};
const CONTAINERS: { readonly [type: string]: string } = {
  paragraph_open: 'p',
  bullet_list_open: 'ul',
  list_item_open: 'li',
  blockquote_open: 'blockquote',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  dl_open: 'dl',
  dt_open: 'dt',
  dd_open: 'dd',
  strong_open: 'strong',
  em_open: 'em',
  s_open: 's',
};

export interface ParseOptions {
  readonly references?: References;
  readonly marked?: boolean;
  readonly author?: Author;
}

/**
 * Renders Markdown as elements from a fixed set. HTML stays text except line breaks in tables; images become
 * links; unsafe links become text.
 */
export function parseMarkdown(text: string, options: ParseOptions = {}): readonly Child[] {
  const { references = {}, marked = false, author = 'model' } = options;
  if (isBloated(text)) return [<p>{reveal(text, 'prose')}</p>];
  return new Builder(parserFor(author).parse(text, references), marked).children(undefined);
}

/** Maximum number of empty cells that the parser adds to short rows. */
const MAX_EMPTY = 2000;

/** Whether a table consists mostly of added cells: a few thousand characters can create 65,000 cells. */
function isBloated(text: string): boolean {
  if (text.length < MAX_EMPTY) return false;
  const lines = text.split('\n');
  const written = text.split('|').length;
  return lines.some((line, index) => {
    if (!line.includes('|') || !/^[\s>]*[|:-][\s|:-]*$/.test(line)) return false;
    const cells = line.split('|').length * (lines.length - index);
    return cells > written + MAX_EMPTY;
  });
}

const TASK = /^\[([ xX])\](?:[ \t]+|$)/;
/** The only supported HTML element, because Markdown tables have no line breaks. */
const LINE_BREAK = /<br\s{0,8}\/?>/i;

class Builder {
  readonly #tokens: readonly Token[];
  readonly #marked: boolean;
  #isInCell = false;
  #where: Place = 'prose';
  #at = 0;

  constructor(tokens: readonly Token[], marked: boolean, isInCell = false) {
    this.#tokens = tokens;
    this.#marked = marked;
    this.#isInCell = isInCell;
  }

  children(close: string | undefined): readonly Child[] {
    const result: Child[] = [];
    for (;;) {
      const token = this.#tokens[this.#at++];
      if (!token || token.type === close) return merged(result);
      result.push(...this.#childrenOf(token));
    }
  }

  #childrenOf(token: Token): readonly Child[] {
    switch (token.type) {
      case 'inline':
        return this.#inline(token);
      case 'text':
      case 'text_special':
      case 'html_inline':
      case 'html_block':
        return this.#words(token.content);
      case 'softbreak':
      case 'hardbreak':
        return [<br />];
      case 'hr':
        return [<hr />];
      case INLINE_MATH:
      case BLOCK_MATH:
        return this.#math(token);
      case 'code_inline':
        return [<code>{reveal(this.#code(token), 'code')}</code>];
      case 'fence':
      case 'code_block':
        return [<CodeBlock language={languageOf(token.info)} text={this.#code(token)} />];
      case 'image':
        return this.#linked(attribute(token, 'src'), attribute(token, 'title'), () =>
          reveal(token.content || attribute(token, 'src'), this.#where),
        );
      default:
        return token.nesting === 1 ? this.#container(token) : [];
    }
  }

  #inline({ children, content }: Token): readonly Child[] {
    const [before, first] = [this.#tokens[this.#at - 2], this.#tokens[this.#at - 3]];
    const isItem = before?.type === 'paragraph_open' && first?.type === 'list_item_open';
    const tokens = children ?? [];
    const [words] = tokens;
    const inline = new Builder(tokens, this.#marked, this.#isInCell);
    const box = isItem && content.startsWith('[') && TASK.exec(words?.content ?? '');
    if (!box || words?.type !== 'text') return inline.children(undefined);
    const [marks, sign] = box;
    words.content = words.content.slice(marks.length);
    return [<TaskBox isDone={sign !== ' '} />, ...inline.children(undefined)];
  }

  #math(token: Token): readonly Child[] {
    const tex = this.#code(token);
    const source = mathSource(tex, token.markup);
    // Invisible characters would stay invisible in the formula.
    const words = reveal(source, 'code');
    if (words.length !== 1) return words;
    return [<Formula tex={tex} source={source} isDisplay={isDisplayed(token.markup)} />];
  }

  #words(text: string): readonly Child[] {
    if (!this.#isInCell) return this.#marks(text);
    return text
      .split(LINE_BREAK)
      .flatMap((line, index): readonly Child[] =>
        index === 0 ? this.#marks(line) : [<br />, ...this.#marks(line)],
      );
  }

  #marks(text: string): readonly Child[] {
    if (!this.#marked) return reveal(text, this.#where);
    return splitAtMarkers(text).flatMap((part): readonly Child[] =>
      typeof part === 'string' ? reveal(part, this.#where) : [<SourceMarker number={part} />],
    );
  }

  #code({ content }: Token): string {
    return this.#marked ? withoutMarkers(content) : content;
  }

  #container(token: Token): readonly Child[] {
    const close = token.type.replace(/_open$/, '_close');
    if (token.type === 'link_open') {
      const from = this.#at;
      return this.#linked(attribute(token, 'href'), attribute(token, 'title'), () => {
        this.#at = from;
        return this.children(close);
      });
    }
    const isCell = token.type === 'th_open' || token.type === 'td_open';
    if (isCell) this.#isInCell = true;
    const children = this.children(close);
    if (isCell) this.#isInCell = false;
    // Paragraphs of tight lists have no element.
    return token.hidden ? children : elementOf(token, children);
  }

  /** @param words creates the link text with the strict rules for code, because it shows the link target */
  #linked(href: string, title: string, words: () => readonly Child[]): readonly Child[] {
    const plain = words();
    const link = safeLink(href, plainText(plain), title);
    if (!link) return plain;
    const before = this.#where;
    this.#where = 'code';
    const children = words();
    this.#where = before;
    return [<LinkElement link={link}>{children}</LinkElement>];
  }
}

function elementOf(token: Token, children: readonly Child[]): readonly Child[] {
  switch (token.type) {
    case 'heading_open':
      return [h(HEADINGS[token.tag] ?? 'h6', null, children)];
    case 'table_open':
      return [<Table>{children}</Table>];
    case 'ordered_list_open': {
      const start = Number(attribute(token, 'start') || '1');
      return [
        <ol start={start !== 1 && Number.isSafeInteger(start) ? start : undefined}>{children}</ol>,
      ];
    }
    case 'th_open':
    case 'td_open':
      return [h(token.tag, { class: alignOf(attribute(token, 'style')) }, children)];
  }
  const tag = Object.hasOwn(CONTAINERS, token.type) ? CONTAINERS[token.type] : undefined;
  return tag === undefined ? children : [h(tag, null, children)];
}

function alignOf(style: string): string {
  const side = /(?:right|center)$/.exec(style)?.[0] ?? 'left';
  return `align-${side}`;
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

export function plainText(children: readonly Child[]): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child;
      if (child.type === CodeBlock) return propOf(child, 'text');
      if (child.type === Formula) return propOf(child, 'source');
      return plainText(childrenOf(child));
    })
    .join('');
}

function propOf({ props }: JSX.Element, name: string): string {
  return String(Reflect.get(props as object, name));
}

export function childrenOf({ props }: JSX.Element): readonly Child[] {
  const { children = [] } = props as { readonly children?: Child | readonly Child[] };
  return typeof children === 'string' || 'type' in children ? [children] : children;
}

/** Joins adjacent strings, so that a text node can grow. */
function merged(children: readonly Child[]): readonly Child[] {
  const result: Child[] = [];
  for (const child of children) {
    const last = result.at(-1);
    if (typeof child === 'string' && typeof last === 'string') {
      result[result.length - 1] = last + child;
    } else {
      result.push(child);
    }
  }
  return result;
}
