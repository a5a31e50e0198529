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
}

const MAP: Form = { field: 'env', as: 'map' };
const PAIRS: Form = { field: 'environment', as: 'pairs' };

/** Debuggers that want it in another form than most do. */
const FORMS: { readonly [type: string]: Form | undefined } = {
  cppdbg: PAIRS,
  cppvsdbg: PAIRS,
  'lldb-vscode': { field: 'env', as: 'lines' },
};

/** Debuggers of pages, which have no environment. */
const PAGES: ReadonlySet<string> = new Set([
  ...['chrome', 'pwa-chrome', 'msedge', 'pwa-msedge', 'edge', 'firefox', 'editor-browser'],
]);

/**
 * A configuration whose program finds an environment too. The user's own values win, in the configuration as in the files
 * that it names. What attaches to a program that runs, or debugs a page, stays as it is.
 * @param readText the text of a file that the configuration names; undefined where there is none.
 */
export async function withEnvironment<C extends DebugConfiguration>(
  configuration: C,
  environment: Environment,
  readText: (path: string) => Promise<string | undefined>,
): Promise<C> {
  const { type, request } = configuration;
  if (request !== 'launch' || PAGES.has(type)) return configuration;
  const { field, as } = (Object.hasOwn(FORMS, type) ? FORMS[type] : undefined) ?? MAP;
  const own = configuration[field];
  // What is there in another form than is known is the debugger's own affair.
  if (own !== undefined && own !== null && isObject(own) !== (as === 'map')) return configuration;
  const named = new Set([
    ...namesOf(own),
    ...(await namesInFiles(configuration.envFile, readText)),
  ]);
  const added = Object.entries(environment).filter(([name]) => !named.has(name));
  if (as === 'map') {
    return { ...configuration, [field]: { ...Object.fromEntries(added), ...(own ?? {}) } };
  }
  const rows = added.map(([name, value]) =>
    as === 'pairs' ? { name, value } : `${name}=${value}`,
  );
  return { ...configuration, [field]: [...items(own), ...rows] };
}

/** The variables that a configuration sets itself, in whichever form. */
function namesOf(own: unknown): readonly string[] {
  if (isObject(own)) return Object.keys(own);
  return items(own).flatMap((row) => {
    if (typeof row === 'string') return row.split('=', 1);
    return isObject(row) && typeof row.name === 'string' ? [row.name] : [];
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
