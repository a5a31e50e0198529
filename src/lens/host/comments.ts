/** A comment of a language: its start, and its end for block comments. */
type CommentSyntax = readonly [start: string, end?: string];

const HASH: CommentSyntax = ['#'];
const SLASHES: CommentSyntax = ['//'];
const DASHES: CommentSyntax = ['--'];
const MARKUP: CommentSyntax = ['<!--', '-->'];

/** Languages without an entry have no comments, such as JSON. */
const COMMENTS: { readonly [languageId: string]: CommentSyntax } = {
  ...languages(HASH, 'coffeescript', 'elixir', 'julia', 'makefile', 'perl', 'pip-requirements'),
  ...languages(HASH, 'powershell', 'python', 'r', 'ruby', 'shellscript', 'terraform', 'toml'),
  ...languages(HASH, 'yaml', 'dockercompose', 'github-actions-workflow'),
  ...languages(SLASHES, 'c', 'cpp', 'csharp', 'dart', 'fsharp', 'go', 'groovy', 'java'),
  ...languages(SLASHES, 'javascript', 'javascriptreact', 'jsonc', 'kotlin', 'objective-c', 'php'),
  ...languages(SLASHES, 'rust', 'scala', 'swift', 'typescript', 'typescriptreact'),
  ...languages(DASHES, 'haskell', 'lua', 'sql'),
  ...languages(MARKUP, 'html', 'svelte', 'vue', 'xml'),
};

/** Languages whose comments need lines of their own, because they would be part of the value. */
const OWN_LINES: { readonly [languageId: string]: CommentSyntax } = languages(
  HASH,
  'dockerfile',
  'dotenv',
  'ini',
  'properties',
);

function languages(syntax: CommentSyntax, ...ids: readonly string[]) {
  return Object.fromEntries(ids.map((id) => [id, syntax] as const));
}

/** Returns the comment that ignores the marks of its line. Undefined if the language can't have one. */
export function lineIgnore(languageId: string): string | undefined {
  return comment(COMMENTS[languageId], 'genlang-ignore');
}

/** Returns the comment that ignores the marks of its file. Undefined if the language has no comments. */
export function fileIgnore(languageId: string): string | undefined {
  return comment(COMMENTS[languageId] ?? OWN_LINES[languageId], 'genlang-ignore-file');
}

function comment(syntax: CommentSyntax | undefined, text: string): string | undefined {
  return syntax && [syntax[0], text, ...syntax.slice(1)].join(' ');
}

/** First lines that must stay first: of scripts, PHP, and XML. */
const FIRST = /^(?:#!|<\?|<!DOCTYPE)/i;

/** Returns the zero-based line for a comment about the file. */
export function fileIgnoreLine(firstLine: string): number {
  return FIRST.test(firstLine) ? 1 : 0;
}
