import ts from 'typescript';

/**
 * Turns `(0,a.b)(c)` into `a.b(c)`, which esbuild writes for every function that comes from another file, so that it
 * sees no `this`. None of ours looks at it.
 * @param {string} code
 * @returns {string}
 */
export function directCalls(code) {
  const file = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest, true);
  let done = '';
  let from = 0;
  /** @param {ts.Node} node */
  const visit = (node) => {
    const called = ts.isCallExpression(node) ? indirect(node.expression) : undefined;
    if (called !== undefined && ts.isCallExpression(node)) {
      const start = node.expression.getStart(file);
      const isWord = /\w/.test(code.charAt(start - 1));
      done += `${code.slice(from, start)}${isWord ? ' ' : ''}${called.getText(file)}`;
      from = node.expression.end;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return done + code.slice(from);
}

/**
 * @param {ts.Expression} callee
 * @returns {ts.Expression | undefined} A member of a variable, called through `(0,…)`.
 */
function indirect(callee) {
  if (!ts.isParenthesizedExpression(callee)) return undefined;
  const { expression: pair } = callee;
  if (!ts.isBinaryExpression(pair) || pair.operatorToken.kind !== ts.SyntaxKind.CommaToken) {
    return undefined;
  }
  const isZero = ts.isNumericLiteral(pair.left) && pair.left.text === '0';
  const isMember =
    ts.isPropertyAccessExpression(pair.right) && ts.isIdentifier(pair.right.expression);
  return isZero && isMember ? pair.right : undefined;
}
