import { builtinModules, createRequire } from 'node:module';

/** Those that warn when they are loaded, or start something. */
const LEFT_OUT =
  /^(_|sys$|punycode$|repl|inspector|wasi|trace_events|cluster|test|sqlite|domain|constants)/;

/** Loads the modules of Node that an extension host has loaded long before an extension starts. */
export function preloadBuiltins() {
  const require = createRequire(import.meta.url);
  for (const name of builtinModules) {
    if (!LEFT_OUT.test(name) && !name.startsWith('node:')) require(name);
  }
}
