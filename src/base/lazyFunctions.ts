type Functions<N extends string> = { readonly [K in N]: (...args: never[]) => unknown };

/** Functions by name, all of which load with the first that is called. `names` are those of what `load` gives. */
export function lazyFunctions<N extends string, T extends Functions<N>>(
  names: readonly N[],
  load: () => Promise<T>,
): { readonly [K in N]: (...args: Parameters<T[K]>) => Promise<Awaited<ReturnType<T[K]>>> } {
  const functions = names.map((name) => [
    name,
    async (...args: never[]) => await (await load())[name](...args),
  ]);
  return Object.fromEntries(functions) as ReturnType<typeof lazyFunctions<N, T>>;
}
