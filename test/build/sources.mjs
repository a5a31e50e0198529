import { readFile } from 'node:fs/promises';

/** Where the format of rules is. Its words are for the manual and the schema, which scripts make; no program reads them. */
const FORMAT = /[\\/]emulator[\\/]answers[\\/](?:format|contentFormat|conditionFormat)\.ts$/;

/** A shape with its words, which are the first thing that it is given. */
const WORDS =
  /\b(text|filledText|number|flag|any|filledJson|path|choice|list|map|record|either|matcher)\(\s*'(?:[^'\\\n]|\\.)*'/g;

/** The pack of models. Where its facts were read is for those who look after it. */
const MODELS = /[\\/]api[\\/]models\.json$/;

/**
 * Bundles sources of ours without what is for people alone: the words of the format of rules, and where the facts on models
 * are from. The build fails where it finds no such words: they are written in another way then.
 * @returns {import('esbuild').Plugin}
 */
export function leanSources() {
  return {
    name: 'lean-sources',
    setup(build) {
      build.onLoad({ filter: MODELS }, async ({ path }) => {
        /** @type {{ readonly models: readonly { readonly sources?: unknown }[], readonly sources?: unknown }} */
        const { sources: _all, models, ...pack } = JSON.parse(await readFile(path, 'utf8'));
        const lean = models.map(({ sources: _own, ...model }) => model);
        return { contents: JSON.stringify({ ...pack, models: lean }), loader: 'json' };
      });
      build.onLoad({ filter: FORMAT }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source.replaceAll(WORDS, "$1(''");
        if (contents !== source) return { contents, loader: 'ts' };
        return { errors: [{ text: `${path} has no words that are left out` }] };
      });
    },
  };
}
