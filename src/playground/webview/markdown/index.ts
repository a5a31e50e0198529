// Markdown of a model on the page: what others may use of it.
export { MarkdownView } from './markdownView';
export { parseMarkdown, plainText, safeLink } from './parse';
export { CodeBlock } from './pieceView';
export { type Support, withMarkers } from './sourceMarkers';
