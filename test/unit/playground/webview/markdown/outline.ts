import { CodeBlock } from '../../../../../src/playground/webview/markdown/codeBlock';
import {
  LinkElement,
  SourceMarker,
  Table,
  TaskBox,
} from '../../../../../src/playground/webview/markdown/elements';
import { childrenOf } from '../../../../../src/playground/webview/markdown/parse';
import { Formula } from '../../../../../src/playground/webview/math/formula';
import { type Child, HiddenCharacter } from '../../../../../src/playground/webview/reveal';

type Element = Exclude<Child, string>;

const COMPONENTS = new Map<unknown, string>([
  [CodeBlock, 'CodeBlock'],
  [LinkElement, 'a'],
  [SourceMarker, 'marker'],
  [Table, 'table'],
  [TaskBox, 'task'],
  [Formula, 'math'],
  [HiddenCharacter, 'hidden'],
]);

/** The name of an element, or what stands for one of our own. */
export function tagOf({ type }: Element): string {
  return typeof type === 'string' ? type : (COMPONENTS.get(type) ?? 'unknown');
}

export function propsOf(element: Element): { readonly [name: string]: unknown } {
  return element.props as { readonly [name: string]: unknown };
}

/** All elements of a tree, depth first. */
export function elements(children: readonly Child[]): readonly Element[] {
  return children.flatMap((child) =>
    typeof child === 'string' ? [] : [child, ...elements(childrenOf(child))],
  );
}

/** What a reader sees: elements as `<name words>`, line breaks as `⏎`. */
export function outline(children: readonly Child[]): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child;
      const { text, source, number, codePoint, isDone } = propsOf(child);
      switch (tagOf(child)) {
        case 'br':
          return '⏎';
        case 'marker':
          return `[${String(number)}]`;
        case 'task':
          return isDone === true ? '☑' : '☐';
        case 'math':
          return `<math ${String(source)}>`;
        case 'hidden':
          return `⟨${String(codePoint)}⟩`;
        case 'CodeBlock':
          return `<CodeBlock ${String(text).trim()}>`;
      }
      const inner = outline(childrenOf(child));
      return inner === '' ? `<${tagOf(child)}>` : `<${tagOf(child)} ${inner}>`;
    })
    .join('');
}
