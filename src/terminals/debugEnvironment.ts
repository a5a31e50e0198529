import { parseEnv } from 'node:util';
import type { Environment } from '../api/clientEnvironment';
import { isObject, items } from '../base/json';

/** A configuration of a debugger, as far as its environment goes. */
export interface DebugConfiguration {
  readonly type: string;
  /** `launch` or `attach`. */
  readonly request: string;
  readonly [field: string]: unknown;
}

/** How a debugger wants the environment of what it starts. */
interface Form {
  readonly field: 'env' | 'environment';
  readonly as: 'map' | 'pairs' | 'lines';
  /** Whether it takes a map too. */
  readonly orMap?: true;
}

const MAP: Form = { field: 'env', as: 'map' };
const PAIRS: Form = { field: 'environment', as: 'pairs' };

/** Debuggers that want it in another form than most do. */
const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['cppdbg', PAIRS],
  ['cppvsdbg', PAIRS],
  ['lldb-dap', { field: 'env', as: 'lines', orMap: true }],
  ['lldb-vscode', { field: 'env', as: 'lines' }],
]);

/** Debuggers of pages, which have no environment. */
const PAGES: ReadonlySet<string> = new Set([
  ...['chrome', 'pwa-chrome', 'msedge', 'pwa-msedge', 'edge', 'firefox', 'editor-browser'],
]);

/** Whether a configuration starts something that has an environment. */
export function isLaunched({ type, request }: DebugConfiguration): boolean {
  return request === 'launch' && !PAGES.has(type);
}

/**
 * A configuration whose program finds an environment too. The user's own values win, in the configuration as in the files
 * that it names. What attaches to a program that runs, or debugs a page, stays as it is.
 * @param inherited the environment of VS Code, which some debuggers write into the configuration: no choice of the user.
 * @param readText the text of a file that the configuration names; undefined where there is none.
 */
export async function withEnvironment<C extends DebugConfiguration>(
  configuration: C,
  environment: Environment,
  inherited: NodeJS.ProcessEnv,
  readText: (path: string) => Promise<string | undefined>,
): Promise<C> {
  if (!isLaunched(configuration)) return configuration;
  const form = FORMS.get(configuration.type) ?? MAP;
  const { field } = form;
  const own = configuration[field];
  const as = form.orMap && isObject(own) ? 'map' : form.as;
  // What is there in another form than is known is the debugger's own affair.
  if (own !== undefined && own !== null && isObject(own) !== (as === 'map')) return configuration;
  const named = new Set(await namesInFiles(configuration.envFile, readText));
  for (const [name, value] of entriesOf(own)) if (value !== inherited[name]) named.add(name);
  const added = Object.entries(environment).filter(([name]) => !named.has(name));
  if (as === 'map') {
    return { ...configuration, [field]: { ...(own ?? {}), ...Object.fromEntries(added) } };
  }
  const isAdded = new Set(added.map(([name]) => name));
  const kept = items(own).filter((row) => entriesOf([row]).every(([name]) => !isAdded.has(name)));
  const rows = added.map(([name, value]) =>
    as === 'pairs' ? { name, value } : `${name}=${value}`,
  );
  return { ...configuration, [field]: [...kept, ...rows] };
}

/** The variables that a configuration sets itself, in whichever form. */
function entriesOf(own: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (isObject(own)) return Object.entries(own);
  return items(own).flatMap((row) => {
    if (typeof row === 'string') {
      const [name = ''] = row.split('=', 1);
      return [[name, row.slice(name.length + 1)] as const];
    }
    return isObject(row) && typeof row.name === 'string' ? [[row.name, row.value] as const] : [];
  });
}

async function namesInFiles(
  envFile: unknown,
  readText: (path: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const paths = [envFile].flat().filter((path) => typeof path === 'string' && path !== '');
  const texts = await Promise.all(paths.map((path) => readText(path as string)));
  return texts.flatMap((text) => (text === undefined ? [] : Object.keys(parseEnv(text))));
}
