import type { JsonObject } from '../../api/schema/row';
import { bytesOf, sentencesOf, type Sentence } from './sentences';

const sources: readonly JsonObject[] = [
  { uri: 'https://example.com/recited', license: 'unknown' },
  { uri: 'https://example.org/quelle', license: 'mit' },
];

/**
 * `citationMetadata` of a text: its first sentence and its last one, each with a source. Offsets count
 * UTF-8 bytes, and a start of 0 is left out.
 */
export function citationsOf(text: string): JsonObject {
  const all = sentencesOf(text);
  const [first, last] = [all[0], all.at(-1)];
  const cited = [first, last === first ? undefined : last].filter((one) => one !== undefined);
  return { citationSources: cited.map((sentence, index) => citation(text, sentence, index)) };
}

function citation(text: string, sentence: Sentence, index: number): JsonObject {
  const start = bytesOf(text.slice(0, sentence.start));
  return {
    ...(start > 0 ? { startIndex: start } : {}),
    endIndex: start + bytesOf(sentence.text),
    ...sources[index % sources.length],
  };
}
