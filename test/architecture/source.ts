import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** A file as the rules see it: its path from the root with forward slashes, and its syntax tree. */
export interface Source {
  readonly path: string;
  readonly tree: ts.SourceFile;
}

/** Finds what a file does against one rule: a sentence each, without the path. */
export type Rule = (source: Source) => readonly string[];

export function parse(path: string, text: string): Source {
  const options: ts.CreateSourceFileOptions = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  return { path, tree: ts.createSourceFile(path, text, options, true) };
}

/** Every file below a folder with one of the endings. The tests run in the root. */
export function sourcesBelow(folder: string, ...endings: readonly string[]): readonly Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .sort()
    .map((path) => parse(path, readFileSync(path, 'utf8')));
}

const nodesByTree = new WeakMap<ts.Node, readonly ts.Node[]>();

/** Every node of a tree but the punctuation, parents first. Every rule asks for all of them: they are found once. */
export function nodesOf(tree: ts.Node): readonly ts.Node[] {
  const known = nodesByTree.get(tree);
  if (known) return known;
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  nodesByTree.set(tree, nodes);
  return nodes;
}

/** One import of a module, by whatever syntax. */
export interface Import {
  /** As written, or for a relative one the path from the root, without ending. */
  readonly target: string;
  readonly isRelative: boolean;
  /** Gone at run time. */
  readonly isTypeOnly: boolean;
  /** What is there at run time, by its name there; none where it is everything. */
  readonly names: readonly string[];
}

/** What a file imports or re-exports, lazily too. */
export function importsOf({ path, tree }: Source): readonly Import[] {
  return nodesOf(tree).flatMap((node) => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const bindings = clause?.namedBindings;
      const elements = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
      const isTypeOnly =
        clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
        (elements.length > 0 && !clause?.name && elements.every((one) => one.isTypeOnly));
      const named = elements.filter((one) => !one.isTypeOnly);
      const names = [
        ...(clause?.name ? ['default'] : []),
        ...named.map((one) => (one.propertyName ?? one.name).text),
      ];
      return importOf(path, node.moduleSpecifier, isTypeOnly, names);
    }
    if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      return importOf(path, node.moduleSpecifier, node.isTypeOnly, []);
    }
    if (ts.isCallExpression(node) && isLoad(node.expression) && node.arguments[0]) {
      return importOf(path, node.arguments[0], false, []);
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      return importOf(path, node.argument.literal, true, []);
    }
    return [];
  });
}

function isLoad(called: ts.Expression): boolean {
  return (
    called.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(called) && called.text === 'require')
  );
}

function importOf(
  path: string,
  specifier: ts.Node,
  isTypeOnly: boolean,
  names: readonly string[],
): readonly Import[] {
  if (!ts.isStringLiteralLike(specifier)) {
    // A name that is computed can't be judged, so that it is judged as what nobody may import.
    return [{ target: '(computed)', isRelative: false, isTypeOnly, names }];
  }
  const isRelative = specifier.text.startsWith('.');
  const target = isRelative
    ? posix.join(posix.dirname(path), specifier.text).replace(/\.ts$/, '')
    : specifier.text;
  return [{ target, isRelative, isTypeOnly, names }];
}
