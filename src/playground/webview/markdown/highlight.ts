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
import { ScopeTree } from './scopes';
import type { Piece } from './tree';
import { reveal } from './reveal';

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

/** Longer code, and code with longer lines, stays without colours: some grammars are slow on it. */
const MAX_LENGTH = 40_000;
const LONG_LINE = /[^\n]{1500}/;

/** Whether code of that language and length gets colours. */
export function isHighlighted(language: string, length: number): boolean {
  return length <= MAX_LENGTH && highlighter.getLanguage(language) !== undefined;
}

/** Code → pieces with scopes for the style sheet; plain text where the language is unknown. */
export function highlight(code: string, language: string): readonly Piece[] {
  if (!isHighlighted(language, code.length) || LONG_LINE.test(code)) return reveal(code, 'code');
  const result = highlighter.highlight(code, { language, ignoreIllegals: true });
  return result._emitter instanceof ScopeTree ? result._emitter.pieces : reveal(code, 'code');
}
