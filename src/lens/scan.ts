import * as l10n from '@vscode/l10n';
import { packedModel, type PackedModel, packedModels, shutdownDate } from '../api/modelPack';
import { SECRET_SOURCES } from '../api/redact';
import {
  AGENT_PLATFORM_FILE,
  INSTALL_FILES,
  type ModelRoute,
  type RetiredPackage,
  ecosystems,
  modelForms,
  retiredPackages,
} from '../catalog/sourceMarks';
import { type Judgement, judgeModel } from './judge';
import { type LensContext, type LensDocument, type LensMark, Lines } from './mark';

/** Global (`g`) shapes of Gemini API keys. */
const API_KEY_SHAPES = [SECRET_SOURCES.apiKey, SECRET_SOURCES.boundKey].map(
  (source = '(?!)') => new RegExp(source, 'g'),
);

/** Files with this many different models are lists, which don't use all of them. */
const LIST = 5;

/** Characters before an ID that may belong to its prefix. */
const MAX_LEAD = 200;

const IGNORE_FILE = /\bgenlang-ignore-file\b/;
const IGNORE_LINE = /\bgenlang-ignore\b(?!-)/;

/** Returns the marks of a document in order of their position. */
export function scan(document: LensDocument, context: LensContext): LensMark[] {
  const { path, text } = document;
  if (!isScanned(path) || IGNORE_FILE.test(text)) return [];
  const place = placeOf(document);
  const found = [
    ...modelMarks(document, place, context),
    ...packageMarks(document, place, context),
    ...keyMarks(document),
  ].toSorted((one, other) => one.start - other.start);
  const lines = new Lines(text);
  const hasIgnores = IGNORE_LINE.test(text);
  const isQuiet = isTest(path);
  return found.flatMap((mark) => {
    const { start, end } = lines.at(mark.start);
    if (hasIgnores && IGNORE_LINE.test(text.slice(start, end))) return [];
    return isQuiet && mark.severity !== 'none' ? [lowered(mark, 'hint')] : [mark];
  });
}

function lowered(mark: LensMark, severity: 'hint' | 'none'): LensMark {
  return { ...mark, severity, isDeprecated: false };
}

const ids = packedModels().map(({ id }) => id);
const families = [...new Set(ids.map((id) => id.split('-')[0] ?? ''))];
const whole = ids.filter((id) => !id.includes('-'));
const CANDIDATE = new RegExp(
  String.raw`\b(?:(?:${families.join('|')})-[\w.-]+|(?:${whole.join('|')})(?![\w.-]))`,
  'g',
);
/** Text before a word that continues it, but not `:-` as in `${MODEL:-ID}`. */
const CONTINUES = /[.$@]$|(?:^|[^:])-$/;

function modelMarks(
  document: LensDocument,
  place: LensPlace,
  context: LensContext,
): readonly LensMark[] {
  const { text } = document;
  const lines = new Lines(text);
  let own: ModelRoute | undefined;
  const judgements = new Map<string, Judgement>();
  const judgementOf = (model: PackedModel, route: ModelRoute): Judgement => {
    const key = `${route} ${model.id}`;
    const judgement = judgements.get(key) ?? judgeModel(model, route, context);
    judgements.set(key, judgement);
    return judgement;
  };
  const marks: LensMark[] = [];
  for (const { 0: word, index: start } of text.matchAll(CANDIDATE)) {
    const id = word.replace(/\.+$/, '');
    const model = packedModel(id);
    const end = start + id.length;
    // Parts of paths, patterns, versions, and templates aren't IDs.
    if (!model || /[/@*%${~]/.test(text[end] ?? '')) continue;
    if (CONTINUES.test(text.slice(Math.max(0, start - 2), start))) continue;
    const lead = leadOf(text, start);
    const form = lead === '' ? undefined : modelForms.find((one) => one.lead.test(lead));
    const isDefault = /^[\w.-]+:-?$/.test(lead) && text.endsWith('${', start - lead.length);
    if (lead !== '' && !form && !isDefault) continue;
    own ??= AGENT_PLATFORM_FILE.test(text) ? 'agentPlatform' : 'gemini';
    const route = form?.route ?? own;
    const mark: LensMark = {
      kind: 'model',
      id,
      start,
      end,
      route,
      ...judgementOf(model, route),
    };
    const line = lines.at(start);
    const before = text.slice(Math.max(line.start, start - MAX_LEAD), start);
    const isUse =
      place !== 'prose' &&
      !isComment(text.slice(line.start, Math.min(line.end, start))) &&
      (form !== undefined || isDefault || isValue(before, text.slice(end, end + 2), place));
    marks.push(isUse ? mark : lowered(mark, 'none'));
  }
  const isList = new Set(marks.map(({ id }) => id)).size >= LIST;
  return isList ? marks.map((mark) => lowered(mark, 'none')) : marks;
}

/** Returns the text between a delimiter and an ID, such as `models/`. */
function leadOf(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < MAX_LEAD && !DELIMITER.test(text[start - 1] ?? '')) start -= 1;
  return text.slice(start, end);
}

const DELIMITER = /[\s"'`=(){}[\],;<>|&?#\\]/;

/** Whether an ID without a prefix is a value: quoted, assigned, or in an unquoted list. */
function isValue(before: string, after: string, place: LensPlace): boolean {
  const [open, close] = [before.at(-1) ?? '', after.at(0) ?? ''];
  if (/["'`,]/.test(open) && (/["'`,:]/.test(close) || /\\["']/.test(after))) return true;
  if (open === '=') return true;
  if (place !== 'config' || !/^(?:[\s,]|$)/.test(close)) return false;
  return /(?:[:=]|^\s*-|(?:^|\s)(?:--?model|-m))\s+$/.test(before);
}

function packageMarks(
  { path, text }: LensDocument,
  place: LensPlace,
  { now }: LensContext,
): readonly LensMark[] {
  if (!/generative|vertexai/.test(text)) return [];
  const marks: LensMark[] = [];
  const lines = new Lines(text);
  const hasCode = place !== 'prose';
  for (const retired of retiredPackages) {
    const { sources, manifests } = ecosystems[retired.ecosystem];
    const name = retired.isInManifest ? [dependency(retired.name)] : [];
    const isManifest = manifests.test(path);
    const isInstalled = hasCode && !isManifest && INSTALL_FILES.test(path);
    const patterns = [
      ...(hasCode && sources.test(path) ? [retired.imports] : []),
      ...(isManifest ? name : []),
      ...(isInstalled ? name.map((one) => String.raw`\binstall[ \t].*?${one}`) : []),
    ];
    for (const pattern of patterns) {
      for (const { indices } of text.matchAll(new RegExp(pattern, 'dgm'))) {
        const [start, end] = indices?.[1] ?? [0, 0];
        marks.push({ start, end, ...packageMark(retired, now.getTime()) });
      }
    }
  }
  return marks
    .toSorted((one, other) => one.start - other.start)
    .filter(({ start }) => {
      const line = lines.at(start);
      return !isComment(text.slice(line.start, line.end));
    });
}

const escaped = (name: string): string => name.replaceAll(/[./]/g, String.raw`\$&`);
const dependency = (name: string): string => String.raw`(?<![\w@./-])(${escaped(name)})(?![\w./-])`;

function packageMark(retired: RetiredPackage, now: number): Omit<LensMark, 'start' | 'end'> {
  const { name, end, successor, link } = retired;
  const isOver = end !== undefined && shutdownDate(end) <= now;
  const message = isOver
    ? l10n.t('Support for {0} ended on {1}. Use {2} instead.', name, end, successor)
    : l10n.t('{0} is deprecated. Use {1} instead.', name, successor);
  return {
    kind: 'package',
    id: name,
    route: link.includes('cloud.google') ? 'agentPlatform' : 'gemini',
    severity: isOver ? 'warning' : 'information',
    isDeprecated: isOver,
    code: isOver ? 'sdk-retired' : 'sdk-deprecated',
    message,
    link,
  };
}

const KEYS_PAGE = 'https://ai.google.dev/gemini-api/docs/api-key';
const FIREBASE_PAGE = 'https://firebase.google.com/docs/projects/api-keys';

/** Signs of a Firebase configuration, where keys are public. */
const FIREBASE = /authDomain|messagingSenderId|mobilesdk_app_id|firebaseapp\.com|FirebaseOptions\(/;
/** Characters around a key that are searched for signs of Firebase. */
const NEAR = 600;

function keyMarks({ path, text }: LensDocument): readonly LensMark[] {
  if (isKeyFile(path) || !/AIza|AQ\./.test(text)) return [];
  const marks = API_KEY_SHAPES.flatMap((shape) => [...text.matchAll(shape)]);
  return marks
    .filter(({ 0: key }) => !isPlaceholder(key))
    .map(({ 0: key, index: start }) => {
      const end = start + key.length;
      const isPublic =
        path.endsWith('GoogleService-Info.plist') ||
        FIREBASE.test(text.slice(Math.max(0, start - NEAR), end + NEAR));
      return {
        kind: 'key',
        id: '',
        start,
        end,
        route: 'gemini',
        severity: isPublic ? 'information' : 'warning',
        isDeprecated: false,
        code: isPublic ? 'firebase-key' : 'api-key',
        // Never contains the key.
        message: isPublic
          ? l10n.t('Firebase keys are public. Don’t allow the Gemini API for this key.')
          : l10n.t('An API key is in this file. Read it from an environment variable instead.'),
        link: isPublic ? FIREBASE_PAGE : KEYS_PAGE,
      };
    });
}

/** Keys start with `AIza` and have 39 characters, or start with `AQ.`. */
function isPlaceholder(key: string): boolean {
  return (key.startsWith('AIza') && key.length !== 39) || /(.)\1{7}|your[-_]|example/i.test(key);
}

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

type LensPlace = 'code' | 'config' | 'prose';

function placeOf({ path, languageId = '' }: LensDocument): LensPlace {
  if (CONFIG.test(path) || CONFIG_LANGUAGES.includes(languageId)) return 'config';
  // A notebook has cells in Markdown.
  return PROSE_LANGUAGES.includes(languageId) || PROSE.test(path) ? 'prose' : 'code';
}

function isTest(path: string): boolean {
  return TESTS.some((pattern) => pattern.test(path));
}

function isKeyFile(path: string): boolean {
  return KEY_FILE.test(path);
}

/** Whether a line is a comment, but not a Rust attribute, a preprocessor line, or `#@param`. */
function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*[\s/]|<!--|--\s|#(?![[!@]|define\b))/.test(line);
}
