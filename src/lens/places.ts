import type { LensDocument } from './mark';

/** Files that repeat IDs without using them: lock files, changelogs, records, data, and build output. */
const SKIPPED: readonly RegExp[] = [
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|packages\.lock\.json|pnpm-lock\.yaml|go\.sum|[^/]+\.lockb?)$/i,
  /(?:^|\/)(?:change(?:s|log)|history|news|release(?:s|[-_]?notes))[^/]*\.(?:md|mdx|rst|txt|adoc)$/i,
  /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS)$/,
  /(?:^|\/)(?:__snapshots__|cassettes|vcr_cassettes|recordings|__recordings__|\.genlang)\//,
  /(?:^|\/)(?:node_modules|bower_components|vendor|site-packages|\.?venv|__pycache__|\.git)\//,
  /(?:^|\/)(?:dist|build|out|target|coverage|\.next|\.nuxt|\.output)\//,
  /\.(?:snap|har|log|map|csv|tsv|jsonl|ndjson|svg)$/i,
  /\.min\.\w+$/i,
];

const TESTS: readonly RegExp[] = [
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures|testdata|__?mocks__)\//i,
  /(?:^|\/)(?:test_[^/]*|conftest)\.py$/,
  /[._-](?:test|spec)s?\.\w+$/i,
  /[a-z](?:Tests?|Spec)\.\w+$/,
];

const PROSE = /\.(?:md|mdx|markdown|rst|adoc|txt|tex)$/i;
const PROSE_LANGUAGES = ['markdown', 'restructuredtext', 'asciidoc', 'latex'];

/** Files with values that need no quotes. */
const CONFIG =
  /(?:^|\/)(?:\.env[\w.-]*|Dockerfile[\w.-]*|Makefile|[^/]+\.(?:env|ya?ml|properties|toml|ini|cfg|conf|sh|bash|zsh|ps1|bat|tf|tfvars|mk))$/i;
const CONFIG_LANGUAGES = ['yaml', 'dotenv', 'properties', 'toml', 'ini', 'shellscript'];

/** Where keys belong. Templates are usually committed. */
const KEY_FILE = /(?:^|\/)(?:\.env(?!.*(?:example|sample|template))[\w.-]*|[\w-]+\.env)$/;

/** Whether a file can have marks, by its path relative to the workspace. */
export function isScanned(path: string): boolean {
  return !SKIPPED.some((pattern) => pattern.test(path));
}

export type LensPlace = 'code' | 'config' | 'prose';

export function placeOf({ path, languageId = '' }: LensDocument): LensPlace {
  if (CONFIG.test(path) || CONFIG_LANGUAGES.includes(languageId)) return 'config';
  // A notebook has cells in Markdown.
  return PROSE_LANGUAGES.includes(languageId) || PROSE.test(path) ? 'prose' : 'code';
}

export function isTest(path: string): boolean {
  return TESTS.some((pattern) => pattern.test(path));
}

export function isKeyFile(path: string): boolean {
  return KEY_FILE.test(path);
}

/** Whether a line is a comment, but not a Rust attribute, a preprocessor line, or `#@param`. */
export function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*[\s/]|<!--|--\s|#(?![[!@]|define\b))/.test(line);
}
