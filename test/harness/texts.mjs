// The texts for the user in the sources, as the test of translations and the English bundle need them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import ts from 'typescript';
import { ROOT } from './paths.mjs';

/**
 * Tables mark their texts with this function, and code that shows a text passes its `message` to `l10n.t`. Texts that a
 * table composes of several others aren't found.
 */
const MARK = 'text';

/** `@vscode/l10n-dev` finds no text in a file without this line. */
export const IMPORT = "import * as l10n from '@vscode/l10n';\n";

/**
 * @typedef {object} Call
 * @property {ts.CallExpression} node
 * @property {string | undefined} text Undefined if it isn't a literal.
 * @property {boolean} isMark Whether a table marks the text.
 */

/**
 * Every call that takes a text for the user.
 * @param {ts.SourceFile} tree
 */
export function callsIn(tree) {
  /** @type {Call[]} */
  const calls = [];
  const hasMarks = /import [^;]*\btext\b[^;]* from '[^']*\/text'/.test(tree.text);
  const isOwn = tree.fileName === 'src/base/format.ts';
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isCallExpression(node)) {
      const {
        expression,
        arguments: [first],
      } = node;
      const isMark = (hasMarks || isOwn) && ts.isIdentifier(expression) && expression.text === MARK;
      const isCall =
        ts.isPropertyAccessExpression(expression) &&
        expression.name.text === 't' &&
        /(^|[.#])l10n$/.test(expression.expression.getText(tree));
      if (isMark || isCall) {
        const text = first && ts.isStringLiteralLike(first) ? first.text : undefined;
        calls.push({ node, text, isMark });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return calls;
}

/** @param {string} fileName @param {string} text */
const parse = (fileName, text) => ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);

/** The source files that have a text for the user. */
export function filesWithTexts() {
  return globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => parse(path, readFileSync(join(ROOT, path), 'utf8')))
    .filter((tree) => callsIn(tree).length > 0);
}

/** @param {readonly ts.SourceFile[]} trees */
export function literalsOf(trees) {
  const texts = trees.flatMap((tree) => callsIn(tree).flatMap(({ text }) => text ?? []));
  return [...new Set(texts)].sort();
}

/**
 * The texts that `@vscode/l10n-dev` exports for translators.
 * @param {string} contents A TypeScript file.
 */
export async function exportedFrom(contents) {
  return Object.keys(await getL10nJson([{ extension: '.tsx', contents }])).sort();
}

/**
 * All texts as one file of calls: the export takes as long for each file that imports `l10n`, half a minute in all, and
 * doesn't know the marks of tables.
 * @param {readonly ts.SourceFile[]} trees
 */
export function callsAsOneFile(trees) {
  const calls = trees.flatMap((tree) =>
    callsIn(tree).flatMap(({ node, text }) =>
      text === undefined ? [] : `l10n.t(${node.arguments[0]?.getText(tree)});`,
    ),
  );
  return IMPORT + [...new Set(calls)].join('\n');
}

/**
 * The English bundle, which translators start from.
 * @returns {Promise<{ readonly [text: string]: string }>}
 */
export async function englishBundle() {
  const texts = await exportedFrom(callsAsOneFile(filesWithTexts()));
  return Object.fromEntries(texts.map((text) => [text, text]));
}

/**
 * Problems of a translation, which may be incomplete: VS Code shows English for what is missing.
 * @param {{ readonly [key: string]: string }} english
 * @param {{ readonly [key: string]: unknown }} translation
 */
export function translationProblems(english, translation) {
  const placeholders = (/** @type {string} */ text) =>
    [...new Set(text.match(/\{\d+\}/g))].sort().join();
  return Object.entries(translation).flatMap(([key, text]) => {
    const original = english[key];
    if (original === undefined) return [`“${key}” isn’t an English text`];
    if (typeof text !== 'string' || text === '') return [`“${key}” has no text`];
    return placeholders(text) === placeholders(original) ? [] : [`“${key}” has other placeholders`];
  });
}
