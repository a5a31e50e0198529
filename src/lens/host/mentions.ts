/** Part of every model ID, retired SDK, and API key. A test compares it with the tables, which load later. */
const MENTIONS =
  /gemini|gemma|imagen|veo-|lyria-|nano-banana|antigravity-|deep-research|embedding-|bison|aqa|generative[-_]?ai|vertexai|AIza|AQ\./;

/** Whether a text may have marks. Fast, because most documents have none. */
export function mayHaveMarks(text: string): boolean {
  return MENTIONS.test(text);
}
