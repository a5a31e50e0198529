import ts from 'typescript';
import { nodesOf, type Rule, type Source } from './source';

const MAX_LINES = 450;

/** A rule that looks at one node at a time. */
function each(judge: (node: ts.Node, source: Source) => string | undefined): Rule {
  return (source) =>
    nodesOf(source.tree).flatMap((node) => {
      const found = judge(node, source);
      if (found === undefined) return [];
      const { line } = source.tree.getLineAndCharacterOfPosition(node.getStart());
      return [`line ${line + 1}: ${found}`];
    });
}

export const isShort: Rule = ({ tree }) => {
  const lines = tree.text.trimEnd().split('\n').length;
  return lines > MAX_LINES ? [`has ${lines} lines; ${MAX_LINES} are the most`] : [];
};

export const hasNoAny = each((node) =>
  node.kind === ts.SyntaxKind.AnyKeyword ? '`any`' : undefined,
);

export const hasNoDefaultExport = each((node) => {
  if (ts.isExportAssignment(node)) return 'default export';
  if (ts.isExportSpecifier(node) && node.name.text === 'default') return 'default export';
  return node.kind === ts.SyntaxKind.DefaultKeyword &&
    (ts.isFunctionDeclaration(node.parent) || ts.isClassDeclaration(node.parent))
    ? 'default export'
    : undefined;
});

/** One file words the error of a window without a connection, so that all say the same with the same buttons. */
export const leavesNoConnectionToOne = each((node) => {
  if (!ts.isStringLiteral(node) || node.text !== 'noConnection') return undefined;
  return ts.isNewExpression(node.parent) ? 'noConnection' : undefined;
});

export const hasNoEmptyCatch = each((node) =>
  ts.isCatchClause(node) && node.block.statements.length === 0 ? 'empty catch' : undefined,
);

/** No code is made from text, and no shell is started. */
export const runsNoText = each((node) => {
  if (ts.isIdentifier(node) && node.text === 'eval' && ts.isCallExpression(node.parent))
    return 'eval';
  if (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'Function'
  ) {
    return 'new Function';
  }
  return ts.isPropertyAssignment(node) &&
    node.name.getText() === 'shell' &&
    node.initializer.kind !== ts.SyntaxKind.FalseKeyword
    ? 'shell'
    : undefined;
});

const STARTERS =
  /^(createTerminal|sendText|executeTask|registerTaskProvider|registerTerminalProfileProvider|ShellExecution|ProcessExecution|CustomExecution)$/;

/** Nothing runs in a terminal or as a task: what a model wrote never becomes a command. */
export const startsNoTerminal = each((node) =>
  ts.isIdentifier(node) && STARTERS.test(node.text) ? node.text : undefined,
);

const HTML_WRITERS =
  /^(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe|srcdoc|write|writeln)$/;

/** The page is made of elements and text nodes: what a model wrote is never read as HTML. */
export const writesNoHtml = each((node) =>
  ts.isPropertyAccessExpression(node) &&
  HTML_WRITERS.test(node.name.text) &&
  (!node.name.text.startsWith('write') || /(^|\.)document$/.test(node.expression.getText()))
    ? node.name.text
    : undefined,
);

const VERSION = /^v1(beta\d?)?$/;

function isVersion(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isStringLiteralLike(node) && VERSION.test(node.text);
}

/** What differs between versions of the service stands in the tables, in the rows themselves. */
export const asksNoVersion: Rule = (source) =>
  /^src\/(api\/(versions\.ts|operations|schema)|catalog\/kinds)/.test(source.path)
    ? []
    : each((node) => {
        const compares =
          ts.isBinaryExpression(node) &&
          /^[=!]==?$/.test(node.operatorToken.getText()) &&
          (isVersion(node.left) || isVersion(node.right));
        const branches = ts.isCaseClause(node) && isVersion(node.expression);
        return compares || branches ? 'asks for a version outside the tables' : undefined;
      })(source);

/** Rules are kept, not switched off. */
export const switchesNoCheckOff: Rule = ({ tree }) =>
  tree.text
    .split('\n')
    .flatMap((line, index) =>
      /@ts-(ignore|expect-error|nocheck)|eslint-disable|prettier-ignore/.test(line)
        ? [`line ${index + 1}: switches a check off`]
        : [],
    );

const ALONE = /^(describe|context|it|specify)\.(only|skip)$|^x(describe|context|it|specify)$/;

/** Every test runs, every time. */
export const runsEveryTest = each((node) =>
  ts.isCallExpression(node) && ALONE.test(node.expression.getText())
    ? 'a test that is switched off, or runs alone'
    : undefined,
);

/** The bundler shortens the names of classes: an error that takes its own from there shows a letter. */
export const writesErrorNames = each((node) => {
  if (!ts.isClassDeclaration(node) || !node.name) return undefined;
  const base = node.heritageClauses?.[0]?.types[0]?.expression.getText() ?? '';
  if (!/^(Error|\w+Error)$/.test(base)) return undefined;
  const written = new RegExp(`\\bname(: string)? = '${node.name.text}';`);
  return written.test(node.getText()) ? undefined : `${node.name.text} does not write its name out`;
});
