import ts from 'typescript';

/**
 * Leaves out the imports of which an ES module takes nothing. esbuild writes one for every chunk that may have to run
 * before; none of ours does anything when it runs but make what others take of it. Who takes nothing would load it for
 * nothing.
 * @param {string} code An ES module.
 * @returns {string}
 */
export function usedImports(code) {
  const file = ts.createSourceFile('module.js', code, ts.ScriptTarget.Latest, false);
  let done = '';
  let from = 0;
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || statement.importClause !== undefined) continue;
    const { moduleSpecifier } = statement;
    if (!ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) continue;
    done += code.slice(from, statement.getStart(file));
    from = statement.end;
  }
  return done + code.slice(from);
}
