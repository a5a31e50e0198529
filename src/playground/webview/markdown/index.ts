// Markdown of a model on the page: what others may use of it.
export { MarkdownView } from './markdownView';
export { safeLink } from './links';
export { parseMarkdown, plainText } from './parse';
export type { Author } from './parser';
export { CodeBlock } from './pieceView';
export { type Support, withMarkers } from './sourceMarkers';
export { UserText } from './userText';
