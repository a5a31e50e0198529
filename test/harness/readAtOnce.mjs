import ts from 'typescript';

/**
 * Puts parentheses around the functions in which esbuild wraps each module of a CommonJS package. They change
 * nothing but when V8 compiles: without them it first only skims such a function, then reads it again, and Node's
 * compile cache does not have it. Only for code all of whose modules are run.
 * @param {string} code Of a file that esbuild has bundled.
 * @returns {string}
 */
export function readAtOnce(code) {
  const file = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest, false);
  const wrapped = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .map(({ initializer }) => initializer)
    .filter((value) => value !== undefined && ts.isCallExpression(value))
    .flatMap((call) => (call.arguments.length === 1 ? [...call.arguments] : []))
    .filter((argument) => ts.isArrowFunction(argument) && ts.isBlock(argument.body));
  let done = '';
  let from = 0;
  for (const one of wrapped) {
    const start = one.getStart(file);
    done += `${code.slice(from, start)}(${code.slice(start, one.end)})`;
    from = one.end;
  }
  return done + code.slice(from);
}
