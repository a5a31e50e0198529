// The texts that translators get: `@vscode/l10n-dev` finds every one, because each is a literal where it is used.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import ts from 'typescript';
import { ROOT } from './harness/paths.mjs';

/** The scripts of the panels. */
const PAGES = /^src\/(playground|resources)\/webview\/|^src\/webview\/(page|kit)\//;

/**
 * Tables mark their texts with this function, and whoever shows a text hands its `message` to `l10n.t`. What a table
 * makes of several texts is not looked for.
 */
const MARK = 'text';

const IMPORT = "import * as l10n from '@vscode/l10n';\n";

/**
 * @typedef {object} Call
 * @property {ts.CallExpression} node
 * @property {string | undefined} text Undefined where it is no literal.
 * @property {boolean} isMark Of a table.
 */

/**
 * Every call that takes a text for the user.
 * @param {ts.SourceFile} tree
 */
function callsIn(tree) {
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

/** Whether it is the text of a table, which is marked there. @param {Call} call */
function isOfTable({ node }) {
  const [first] = node.arguments;
  if (!first) return false;
  const name = ts.isPropertyAccessExpression(first) ? first.name : first;
  return ts.isIdentifier(name) && name.text === 'message';
}

/** @param {ts.Node} node */
function isInFunction(node) {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at)) return true;
  }
  return false;
}

/** @param {string} fileName @param {string} text */
const parse = (fileName, text) => ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);

/** What is wrong with the calls of a file, as sentences. @param {ts.SourceFile} tree */
function problemsOf(tree) {
  const calls = callsIn(tree);
  if (calls.some(({ isMark }) => !isMark) && !tree.text.includes(IMPORT)) {
    return [`${tree.fileName}: the export finds no text without the import of @vscode/l10n`];
  }
  return calls.flatMap((call) => {
    const { line } = tree.getLineAndCharacterOfPosition(call.node.getStart(tree));
    const where = `${tree.fileName}:${line + 1}`;
    if (call.text === undefined && !call.isMark && !isOfTable(call)) {
      return [`${where}: the text is no literal`];
    }
    // Pages and the extension configure translations once; a module that is evaluated earlier would stay English.
    const isEarly = !call.isMark && !isInFunction(call.node);
    return isEarly ? [`${where}: the text is looked up at load`] : [];
  });
}

/** The texts that the export finds. @param {readonly string[]} contents Of files. */
async function exportedFrom(contents) {
  const files = contents.map((one) => ({ extension: '.tsx', contents: one }));
  return Object.keys(await getL10nJson(files)).sort();
}

/** @param {readonly ts.SourceFile[]} trees */
function literalsOf(trees) {
  const texts = trees.flatMap((tree) => callsIn(tree).flatMap(({ text }) => text ?? []));
  return [...new Set(texts)].sort();
}

describe('the texts for translators', () => {
  const trees = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => parse(path, readFileSync(join(ROOT, path), 'utf8')))
    .filter((tree) => callsIn(tree).length > 0);
  const pages = trees.filter(({ fileName }) => PAGES.test(fileName));

  it('are literals where they are used', () => {
    assert.ok(trees.length > 150 && pages.length > 30, 'the files are not found any more');
    assert.deepEqual(trees.flatMap(problemsOf), []);
  });

  it('are calm', () => {
    const loud = literalsOf(trees).filter((text) => text.trim() === '' || /\w!/.test(text));
    assert.deepEqual(loud, []);
  });

  // As one file: it takes as long for each that imports `l10n`, half a minute in all.
  it('are found by the export: those of the panels where they are used', async () => {
    const without = pages.map(({ text }) => text.replace(IMPORT, ''));
    assert.deepEqual(await exportedFrom([IMPORT + without.join('\n')]), literalsOf(pages));
  });

  // Tables mark texts in a way of their own.
  it('are found by the export: all, as they are written', async () => {
    const literals = trees.flatMap((tree) =>
      callsIn(tree).flatMap(({ node, text }) =>
        text === undefined ? [] : `l10n.t(${node.arguments[0]?.getText(tree)});`,
      ),
    );
    const contents = IMPORT + literals.join('\n');
    assert.deepEqual(await exportedFrom([contents]), literalsOf(trees));
  });
});
