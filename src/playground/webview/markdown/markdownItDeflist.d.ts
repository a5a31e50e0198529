/** The plug-in brings no types of its own. */
declare module 'markdown-it-deflist' {
  import type { MarkdownIt } from 'markdown-it';

  export default function definitionLists(parser: MarkdownIt): void;
}
