import ts from 'typescript';

/**
 * Turns `import * as name from 'package'` into `require`, for code that becomes CommonJS. esbuild would copy such a
 * module, an accessor for each of its members: for `vscode` that is some 300 members, 50 KB and a millisecond for every
 * file that imports it. Nobody asks one of them for its `default`, which is what the copy is for.
 * @param {string} code An ES module that esbuild has bundled: an import stands before what uses it.
 * @returns {string}
 */
export function plainNamespaces(code) {
  const file = ts.createSourceFile('module.js', code, ts.ScriptTarget.Latest, false);
  let done = '';
  let from = 0;
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { importClause, moduleSpecifier } = statement;
    const bindings = importClause?.namedBindings;
    if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text.startsWith('.')) continue;
    if (bindings === undefined || !ts.isNamespaceImport(bindings) || importClause?.name) continue;
    const required = `var ${bindings.name.text}=require(${JSON.stringify(moduleSpecifier.text)});`;
    done += code.slice(from, statement.getStart(file)) + required;
    from = statement.end;
  }
  return done + code.slice(from);
}
