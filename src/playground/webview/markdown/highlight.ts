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
import { h } from 'preact';
import { type Child, reveal } from '../reveal';

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
highlighter.configure({ classPrefix: 'hl-' });

const MAX_LENGTH = 40_000;
const MAX_DEPTH = 20;

export function isHighlighted(language: string, length: number): boolean {
  return length <= MAX_LENGTH && highlighter.getLanguage(language) !== undefined;
}

/** Converts highlight.js output to elements. Its HTML is never inserted. */
export function highlight(code: string, language: string): readonly Child[] {
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true });
  const root: Child[] = [];
  const open: { readonly className: string; readonly children: Child[] }[] = [];
  let children = root;
  let dropped = 0;
  // The output contains only escaped text, `<span class="…">`, and `</span>`.
  for (const [token, className] of value.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (className !== undefined) {
      if (open.length === MAX_DEPTH) dropped++;
      else {
        children = [];
        open.push({ className, children });
      }
    } else if (token !== '</span>') children.push(...reveal(unescaped(token), 'code'));
    else if (dropped > 0) dropped--;
    else {
      const scope = open.pop();
      children = open.at(-1)?.children ?? root;
      if (scope) children.push(h('span', { class: scope.className }, scope.children));
    }
  }
  return root;
}

const ENTITIES: { readonly [entity: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function unescaped(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}
