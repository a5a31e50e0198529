export { closesFence, type Fence, openFence } from './blocks';
export { CodeBlock } from './codeBlock';
export { LinkElement } from './elements';
export { safeLink } from './links';
export { MarkdownView } from './markdownView';
export { parseMarkdown, plainText } from './parse';
export { type Support, withMarkers } from './sourceMarkers';
