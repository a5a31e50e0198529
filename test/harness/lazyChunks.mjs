import * as esbuild from 'esbuild';
import ts from 'typescript';

/** @typedef {{ key: string, code: string }} LazyChunk CommonJS, in which `__load("key")` stands for another of them. */

/** What esbuild puts before each module that becomes CommonJS, in this order, as far as the module needs it. */
const HELPERS = [
  '__create',
  '__defProp',
  '__getOwnPropDesc',
  '__getOwnPropNames',
  '__getProtoOf',
  '__hasOwnProp',
  '__export',
  '__copyProps',
  '__reExport',
  '__toESM',
  '__toCommonJS',
];

/**
 * One file of many chunks, each of which runs when it is first asked for. It exports a function: the key of a chunk to
 * its exports. What esbuild would repeat in each stands there once, some 400 bytes a chunk.
 * @param {readonly LazyChunk[]} chunks Not minified, so that those helpers have their names.
 * @param {esbuild.TransformOptions} form
 * @returns {Promise<string>}
 */
export async function lazyChunks(chunks, form) {
  /** @type {Map<string, string>} */
  const helpers = new Map();
  const methods = chunks.map(
    ({ key, code }) => `${JSON.stringify(key)}(module){${withoutHelpers(code, helpers)}}`,
  );
  const { code } = await esbuild.transform(
    `"use strict";
    ${HELPERS.map((name) => helpers.get(name) ?? '').join('\n')}
    const chunks = { ${methods.join(',\n')} };
    const loaded = {};
    function __load(key) {
      const there = loaded[key];
      if (there) return there.exports;
      const module = (loaded[key] = { exports: {} });
      chunks[key](module);
      return module.exports;
    }
    module.exports = __load;`,
    form,
  );
  return code;
}

/**
 * @param {string} code
 * @param {Map<string, string>} helpers Gets those that stand there, by name.
 */
function withoutHelpers(code, helpers) {
  const file = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest, false);
  let done = '';
  let from = 0;
  for (const statement of file.statements) {
    const name = helperOf(statement);
    if (name === undefined) continue;
    done += code.slice(from, statement.pos);
    helpers.set(name, code.slice(statement.pos, statement.end));
    from = statement.end;
  }
  return done + code.slice(from);
}

/** @param {ts.Statement} statement */
function helperOf(statement) {
  if (!ts.isVariableStatement(statement)) return undefined;
  const [first] = statement.declarationList.declarations;
  const name = first && ts.isIdentifier(first.name) ? first.name.text : '';
  return HELPERS.includes(name) ? name : undefined;
}
