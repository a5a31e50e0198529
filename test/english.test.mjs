// Texts that users read follow plain American English: phrases that native readers stumble over don’t come back.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './harness/paths.mjs';
import { callsIn, filesWithTexts } from './harness/texts.mjs';

/** @type {readonly (readonly [name: string, pattern: RegExp, instead: string])[]} */
const PATTERNS = [
  ['told', /\b(is|are|was|were|be|been) told\b/i, 'shown, notified'],
  ['stand', /\b(stands|stood|standing)\b(?! (for|still))/i, 'is, appears'],
  ['anew', /\banew\b/i, 'again'],
  ['go on', /\b(go|goes|went|going|gone) on\b/i, 'continue, resume'],
  ['lead', /\b(leads|led) (to|out|programs|apps)\b/i, 'points to, routes'],
  ['any more', /\b(any more|no more)\b(?! than)/i, 'no longer'],
  ['there already', /\bthere already\b/i, 'already exists'],
  ['is no', /(?<!\bthere )\b(is|are|was|were) (no (?!longer|more\b)|none\b(?! of))/i, 'isn’t a'],
  ['where for if', /(^|[.;:] )Where (?=[^?]*$)|\bwhere (there|none|nobody|somebody) /, 'if, when'],
  ['by hand', /\bby hand\b/i, 'manually'],
  ['in place of', /\bin (place of|its place|their place)\b/i, 'instead of'],
  ['beside', /\bbesides?\b/i, 'next to, with'],
  ['whoever', /\b(whoever|whomever|whichever|whatever)\b/i, 'anyone who'],
  ['nobody', /\b(nobody|somebody|anybody)\b/i, 'no one; name the actor'],
  ['meanwhile', /\b(meanwhile|amid|thereby|thereof)\b/i, 'drop it'],
  ['not known', /\b(not|is|are) known\b/i, 'unknown'],
  ['so many', /\bso (many|much)\b(?! (as|that)\b)/i, 'number of'],
  ['held back', /\b(held back|turned away|passed over|left out|leaves out)\b/i, 'blocked, skipped'],
  ['shall', /\bshall\b/i, 'should'],
  ['media words', /\b(pictures|films?)\b/i, 'image, video'],
  ['mend', /\b(mend|mends|mended|put right)\b/i, 'fix'],
  ['a text', /\ba text\b(?! (response|file|message|editor|prompt)\b)/i, 'text, string'],
  ['names for people', /\bnames? for people\b/i, 'display name'],
  ['British', /\b(colours?|behaviours?|catalogue|favour\w*|cancelled|e-mail)\b/i, 'US spelling'],
  ['cannot', /\bcannot\b/i, 'can’t'],
  ['What as a noun', /(^|[.:;] )What (?!’)(?=[^?]*$)/, 'a noun'],
];

/** Texts that a pattern may hit, with the reason. */
const EXCEPTIONS = new Map([
  ['Explain what a token is and how it is counted', 'a prompt, which the user sends'],
  ['Cannot find field.', 'the wording of the API'],
]);

/** @type {readonly string[]} */
const SOURCES = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).toSorted();

/** Literals that are sentences: errors, and descriptions in tables. @param {string} path */
function sentencesIn(path) {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isStringLiteralLike(node) && /^[A-Z].* .*\.$/.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Descriptions and errors in a JSON schema. @param {unknown} schema @returns {string[]} */
function descriptionsIn(schema) {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    typeof value === 'string' && /^(description|markdownDescription|errorMessage)$/.test(name)
      ? [value]
      : descriptionsIn(value),
  );
}

/** Lines of a page, without code and the targets of links. @param {string} path */
function linesIn(path) {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^ *```[^]*?^ *```/gm, '');
  return text.split('\n').map((line) => line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ''));
}

/** @param {string} place @param {readonly string[]} texts */
function problems(place, texts) {
  return texts
    .filter((text) => !EXCEPTIONS.has(text))
    .flatMap((text) =>
      PATTERNS.filter(([, pattern]) => pattern.test(text)).map(
        ([name, , instead]) => `${place}: ${name} (use ${instead}): ${text}`,
      ),
    );
}

describe('the English of what users read', () => {
  it('is plain in texts of the extension', () => {
    assert.deepEqual(
      filesWithTexts().flatMap((tree) =>
        problems(
          tree.fileName,
          callsIn(tree).flatMap(({ text }) => text ?? []),
        ),
      ),
      [],
    );
  });

  it('is plain in the manifest', () => {
    /** @type {Record<string, string>} */
    const texts = JSON.parse(readFileSync(join(ROOT, 'package.nls.json'), 'utf8'));
    assert.deepEqual(problems('package.nls.json', Object.values(texts)), []);
  });

  it('is plain in errors and descriptions', () => {
    // These imitate the wording of the API.
    const imitations = /^src\/(api\/schema\/validate|emulator\/|live\/)/;
    assert.deepEqual(
      SOURCES.filter((path) => !imitations.test(path)).flatMap((path) =>
        problems(path, sentencesIn(path)),
      ),
      [],
    );
  });

  it('is plain in the papers', () => {
    const papers = globSync('{*.md,.github/*.md,src/**/*.md,test/*.md}', { cwd: ROOT });
    assert.deepEqual(
      papers.flatMap((path) => problems(path, linesIn(path))),
      [],
    );
  });

  it('is plain in the schemas of files', () => {
    const schemas = globSync('media/*.schema.json', { cwd: ROOT });
    assert.deepEqual(
      schemas.flatMap((path) =>
        problems(path, descriptionsIn(JSON.parse(readFileSync(join(ROOT, path), 'utf8')))),
      ),
      [],
    );
  });
});
