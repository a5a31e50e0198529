// The texts that translators get: `@vscode/l10n-dev` finds every one, because each is a literal where it is used.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './harness/paths.mjs';
import {
  callsAsOneFile,
  callsIn,
  exportedFrom,
  filesWithTexts,
  IMPORT,
  literalsOf,
  translationProblems,
} from './harness/texts.mjs';

/** The scripts of the panels. */
const PAGES = /^src\/(playground|resources)\/webview\/|^src\/webview\/(page|kit)\//;

/** Whether it is the text of a table, which is marked there. @param {import('./harness/texts.mjs').Call} call */
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

describe('the texts for translators', () => {
  const trees = filesWithTexts();
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
    assert.deepEqual(await exportedFrom(IMPORT + without.join('\n')), literalsOf(pages));
  });

  // Tables mark texts in a way of their own.
  it('are found by the export: all, as they are written', async () => {
    assert.deepEqual(await exportedFrom(callsAsOneFile(trees)), literalsOf(trees));
  });
});

describe('the translations', () => {
  /** @type {(path: string) => { [key: string]: string }} */
  const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

  it('have English texts only, with their placeholders', () => {
    for (const english of ['package.nls.json', 'media/l10n/bundle.l10n.json']) {
      for (const path of globSync(english.replace('.json', '.*.json'), { cwd: ROOT })) {
        assert.deepEqual(translationProblems(read(english), read(path)), [], path);
      }
    }
  });

  it('may be incomplete, but not wrong', () => {
    const english = { 'Delete {0}?': 'Delete {0}?', '{0} of {1}': '{0} of {1}', Save: 'Save' };
    assert.deepEqual(translationProblems(english, { '{0} of {1}': '{1}: {0}' }), []);
    const wrong = { 'Delete {0}?': 'Löschen?', Save: '', Sav: 'Speichern' };
    assert.deepEqual(translationProblems(english, wrong), [
      '“Delete {0}?” has other placeholders',
      '“Save” has no text',
      '“Sav” isn’t an English text',
    ]);
  });
});
