/** The plug-in has no types. */
declare module 'markdown-it-deflist' {
  import type { MarkdownIt } from 'markdown-it';

  export default function definitionLists(parser: MarkdownIt): void;
}
