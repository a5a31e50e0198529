// What no linter says of the sources, as it sees one file at a time or no values: circles of imports, where secrets go, and
// names that have to agree. The other rules are in test/lint/.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;
type Source = Pick<ts.SourceFile, 'fileName' | 'text'>;

/** Of these rooms, files import a folder beside them that imports other such files; none forms a circle of files. */
const ROOMS_WITHOUT_FLOORS = ['api', 'resources'];

const roomsWithFloors = ['playground/host', 'playground/webview'].concat(
  readdirSync('src').filter((name) => !/\.\w+$/.test(name) && !ROOMS_WITHOUT_FLOORS.includes(name)),
);

// As texts: their trees are 300 MB, which would stay with all the tests that follow.
const sources: readonly Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path))
  .sort()
  .map((fileName) => ({ fileName, text: readFileSync(fileName, 'utf8') }));

const importsByFile: Graph = new Map(
  sources.map((source) => [source.fileName, new Set(importsOf(source))]),
);

describe('architecture', () => {
  it('finds circles, and none where there is none', () => {
    const graph = (rows: { readonly [file: string]: readonly string[] }): Graph =>
      new Map(Object.entries(rows).map(([file, imports]) => [file, new Set(imports)]));
    assert.equal(circleIn(graph({ a: ['b', 'c'], b: ['c'], c: [] })), undefined);
    assert.equal(circleIn(graph({ a: ['b'], b: ['c'], c: ['d', 'b'], d: [] })), 'b → c → b');
  });

  it('sees imports of types, later imports and exports of other files', () => {
    const text = `
      import type { A } from '../api';
      export { b } from '../base/json';
      const c = await import('./register');
      let d: import('./context').D;`;
    assert.deepEqual(importsOf({ fileName: 'src/resources/a.ts', text }), [
      'src/api/index.ts',
      'src/base/json.ts',
      'src/resources/register.ts',
      'src/resources/context.ts',
    ]);
  });

  it('has no circle of imports, not even by types or by what is imported later', () => {
    assert.ok([...importsByFile.values()].some((imports) => imports.size > 0));
    assert.equal(circleIn(importsByFile), undefined);
  });

  for (const room of roomsWithFloors) {
    it(`has no file that imports upwards between the folders and files of ${room}`, () => {
      assert.equal(circleIn(floorsOf(`src/${room}/`)), undefined);
    });
  }

  it('tells no secret in a line of the log, a message, a title or an address', () => {
    const told = (text: string) => secretsTold({ fileName: 'src/auth/a.ts', text }).length;
    assert.equal(told('log.debug(`auth: got ${code}`);'), 1);
    assert.equal(told('this.#deps.log.error(String(answer.refreshToken));'), 1);
    assert.equal(told("console.log('a', { token });"), 1);
    assert.equal(told("new AppError('a', l10n.t('Bad {0}.', tokens.accessToken));"), 1);
    assert.equal(told("prompts.notify('info', secret, 'Copy');"), 1);
    assert.equal(told("url.searchParams.set('key', apiKey);"), 1);
    assert.equal(told("log.debug(`auth: ${token.length} ${l10n.t('a code')}`); f(code);"), 0);
    assert.equal(told('deps.progress(title, (signal) => send(token, signal));'), 0);
    assert.deepEqual(sources.flatMap(secretsTold), []);
  });

  it('writes the names of errors out', () => {
    const lost = (text: string) => namelessErrors({ fileName: 'src/a.ts', text }).length;
    assert.equal(lost('class AError extends Error {}'), 1);
    assert.equal(
      lost("class AError extends AppError<'b'> { override readonly name = 'BError'; }"),
      1,
    );
    assert.equal(lost('class AError extends Error { override name = new.target.name; }'), 1);
    assert.equal(lost("class AError extends Error { override name: string = 'AError'; }"), 0);
    assert.equal(lost("class A extends Error { constructor() { super(); this.name = 'A'; } }"), 0);
    assert.equal(lost('class A extends B {}'), 0);
    // The emulator says what it has to say in its answers.
    const shown = sources.filter(({ fileName }) => !fileName.startsWith('src/emulator/'));
    assert.deepEqual(shown.flatMap(namelessErrors), []);
  });
});

function parse({ fileName, text }: Source): ts.SourceFile {
  const options: ts.CreateSourceFileOptions = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  return ts.createSourceFile(fileName, text, options, true);
}

/** Every node of a tree but the punctuation, parents first. */
function nodesOf(tree: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return nodes;
}

/** The files of ours that a file imports, in whatever way. */
function importsOf(source: Source): readonly string[] {
  return ts.preProcessFile(source.text, true, true).importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    const path = posix.join(posix.dirname(source.fileName), fileName);
    return [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].filter((file) => existsSync(file));
  });
}

/** The imports between what stands directly in a folder: its files, and its folders as wholes. */
function floorsOf(folder: string): Graph {
  const floorOf = (file: string) => file.slice(folder.length).split('/')[0] ?? '';
  const floors = new Map<string, Set<string>>();
  for (const [file, imports] of importsByFile) {
    if (!file.startsWith(folder)) continue;
    const inside = [...imports].filter((one) => one.startsWith(folder)).map(floorOf);
    const others = inside.filter((one) => one !== floorOf(file));
    floors.set(floorOf(file), new Set([...(floors.get(floorOf(file)) ?? []), ...others]));
  }
  return floors;
}

/** One of the circles in a graph. */
function circleIn(graph: Graph): string | undefined {
  const rest = new Map(graph);
  const next = (node: string) => [...(rest.get(node) ?? [])].find((one) => rest.has(one));
  // What leads nowhere is in no circle; what is left after it leads on forever.
  for (let size = -1; size !== rest.size;) {
    size = rest.size;
    for (const node of rest.keys()) if (next(node) === undefined) rest.delete(node);
  }
  const way: string[] = [];
  for (let node = [...rest.keys()][0]; node !== undefined; node = next(node)) {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node].join(' → ');
    way.push(node);
  }
  return undefined;
}

const SECRET =
  /^(code|verifier|codeVerifier|tokens?|accessToken|refreshToken|idToken|secrets?|clientSecret|apiKey|password|credential|redemption|signedIn)$/;

/** What people read: the log, the console, messages, titles, and every text that is made for them. */
const SHOWS =
  /(^|\.)(log|console)\.(trace|debug|info|log|warn|error)$|(^|\.)l10n\.t$|\.(notify|confirm|progress)$/;

const ADDRESSES = /\.searchParams\.(set|append)$/;

/** What the text of a file has that calls one of them: the same, without where a name begins and ends. */
const CALLED = new RegExp(`${SHOWS.source}|${ADDRESSES.source}`.replaceAll(/\(\^\|\\\.\)|\$/g, ''));

/** Codes, tokens and other secrets that are put into a line of the log, a message, a title or an address. */
function secretsTold(source: Source): readonly string[] {
  // A tree takes far longer than a look at the text.
  if (!CALLED.test(source.text)) return [];
  return nodesOf(parse(source)).flatMap((node) => {
    if (!ts.isCallExpression(node)) return [];
    const called = node.expression.getText();
    if (!SHOWS.test(called) && !ADDRESSES.test(called)) return [];
    const names = node.arguments.flatMap(valuesIn).filter((name) => SECRET.test(name));
    return names.map((name) => `${source.fileName} tells ${name} by ${called}`);
  });
}

/** Names of the values that an expression takes; a function that is passed along takes its own later. */
function valuesIn(node: ts.Node): readonly string[] {
  if (ts.isFunctionLike(node)) return [];
  // `token.length`, `error.code`: the last name says what it is.
  if (ts.isPropertyAccessExpression(node)) return [node.name.text];
  if (ts.isIdentifier(node)) return [node.text];
  return node.getChildren().flatMap(valuesIn);
}

/** The bundler shortens the names of classes: an error that takes its own from there shows a letter. */
function namelessErrors(source: Source): readonly string[] {
  if (!/\bextends\b/.test(source.text)) return [];
  return nodesOf(parse(source)).flatMap((node) => {
    if (!ts.isClassDeclaration(node) || !node.name) return [];
    const base = node.heritageClauses?.[0]?.types[0]?.expression.getText() ?? '';
    if (!/^(Error|\w+Error)$/.test(base)) return [];
    const written = new RegExp(`\\bname(: string)? = '${node.name.text}';`);
    return written.test(node.getText())
      ? []
      : [`${source.fileName}: ${node.name.text} does not write its name out`];
  });
}
