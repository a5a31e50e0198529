import { buildProduct } from '../../esbuild.mjs';

/** @type {ReturnType<typeof buildProduct> | undefined} */
let built;

/**
 * Builds the product into `dist` as it is shipped, once for all test files of a process.
 * @returns {Promise<import('esbuild').Metafile>} What every file in `dist` is made of.
 */
export function builtProduct() {
  built ??= buildProduct();
  return built;
}
