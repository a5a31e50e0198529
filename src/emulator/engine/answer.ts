import type { JsonObject } from '../../api/schema/row';
import { cosine, embed } from '../embed/embedder';
import { relevance } from '../retrieval/search';
import { sentencesOf } from './sentences';
import { withoutTriggers } from './triggers';
import { shorten } from './words';

export const ANSWER_STYLES = ['ABSTRACTIVE', 'EXTRACTIVE', 'VERBOSE'] as const;
export type AnswerStyle = (typeof ANSWER_STYLES)[number];

/** A text to answer from. */
export interface Passage {
  /** The `sourceId` of attributions to it. */
  readonly source: JsonObject;
  readonly text: string;
}

/** An answer, where it is from, and how well the passages answer the question. */
export interface GroundedAnswer {
  readonly text: string;
  readonly attributions: readonly JsonObject[];
  /** 0 to 1. */
  readonly probability: number;
}

interface Scored {
  readonly passage: Passage;
  readonly text: string;
  readonly score: number;
}

const NOTHING = 'The given passages do not answer this question.';
/** Below this score, what texts have in common is chance: places that features share. */
const LEAST = 0.35;
/** A sentence is used beside the best one where it scores nearly as well. */
const NEAR = 0.8;

const forms: {
  readonly [S in AnswerStyle]: {
    readonly most: number;
    readonly write: (sentences: readonly string[], question: string) => string;
  };
} = {
  EXTRACTIVE: { most: 2, write: (sentences) => sentences.join(' ') },
  ABSTRACTIVE: {
    most: 2,
    write: (sentences) =>
      `In short: ${sentences.map((text) => shorten(text, 160).replace(/[.。]$/, '')).join('; ')}.`,
  },
  VERBOSE: {
    most: 4,
    write: (sentences, question) =>
      [
        `You ask: “${shorten(question, 160)}” The passages say this about it.`,
        ...sentences.map((text) => `- ${text}`),
        `That is all that answers it in what you gave: ${sentences.length} ` +
          `${sentences.length === 1 ? 'sentence' : 'sentences'}, each word for word.`,
      ].join('\n'),
  },
};

/**
 * Answers a question with the sentences that the embedder finds nearest to it. Nothing is made up: where
 * no sentence is near, the answer says so, has no attributions and a low probability.
 */
export function answerFrom(
  asked: string,
  passages: readonly Passage[],
  style: AnswerStyle,
): GroundedAnswer {
  const question = withoutTriggers(asked);
  const { most, write } = forms[style];
  const ranked = rank(question, passages);
  const best = ranked[0]?.score ?? 0;
  if (best < LEAST) return { text: NOTHING, attributions: [], probability: best };
  const chosen = ranked.filter(({ score }) => score >= best * NEAR).slice(0, most);
  const used = [...new Set(chosen.map(({ passage }) => passage))];
  const sentences = chosen.map(({ text }) => text);
  return {
    text: write(sentences, question),
    attributions: used.map(({ source, text }) => ({
      sourceId: source,
      content: { parts: [{ text }] },
    })),
    probability: best,
  };
}

/** All sentences with their scores, best first; a sentence that comes again is passed over. */
function rank(question: string, passages: readonly Passage[]): readonly Scored[] {
  const wanted = embed(question);
  const seen = new Set<string>();
  const all = passages.flatMap((passage) =>
    sentencesOf(passage.text).flatMap(({ text }) => {
      if (seen.has(text)) return [];
      seen.add(text);
      return [{ passage, text, score: relevance(cosine(wanted, embed(text))) }];
    }),
  );
  return all.sort((a, b) => b.score - a.score);
}
