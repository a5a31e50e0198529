/** The request that every client sends. */
export const BODY = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Bench' }] }] });

/** @param {string} model */
export const pathOf = (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`;
