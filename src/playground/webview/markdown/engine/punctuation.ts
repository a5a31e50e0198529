// The categories of Unicode that the parser of Markdown asks for, by the browser's own tables.
export const P = /\p{P}/u;
export const S = /\p{S}/u;
