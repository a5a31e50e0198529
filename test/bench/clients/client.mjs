/**
 * Reads one stream to its end. Only the peers' own types say what an answer is, so that it is `unknown` here.
 * @callback Run
 * @param {string} model The case.
 * @param {(answer: unknown) => void} onEvent
 * @returns {Promise<void>}
 */

/**
 * Loads the client and makes it ready. Every file of this folder that the table names exports this as `open`.
 * @callback Open
 * @param {string} endpoint
 * @returns {Promise<Run>}
 */

/**
 * Characters of an answer's text or image, or of what an event adds to an interaction.
 * @param {unknown} answer
 */
export function charactersOf(answer) {
  const { delta, candidates } = /** @type {Answer} */ (answer);
  if (delta !== undefined) return delta.text?.length ?? 0;
  const part = candidates?.[0]?.content?.parts?.[0];
  return part?.text?.length ?? part?.inlineData?.data?.length ?? 0;
}

/**
 * @typedef {{ candidates?: { content?: { parts?: { text?: string, inlineData?: { data?: string } }[] } }[], delta?: { text?: string } }} Answer
 */
