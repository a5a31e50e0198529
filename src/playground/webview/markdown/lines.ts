/** The opening line of a code fence. */
export interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly info: string;
}

export interface ListMarker {
  /** Spaces before the marker. */
  readonly indent: number;
  /** Column at which the item's text begins: what belongs to the item is indented as far. */
  readonly offset: number;
  /** May stand right below a line of text: a bullet, or number 1, with text behind it. */
  readonly interrupts: boolean;
}

// Lines longer than this are text whatever they begin with.
const MAX_FENCE_LINE = 250;

/** The fence that a line opens, by the rules of CommonMark. */
export function openFence(line: string): Fence | undefined {
  if (line.length > MAX_FENCE_LINE) return undefined;
  const match = /^ {0,3}(`{3,}|~{3,})([^\n]*)/.exec(line);
  const mark = match?.[1];
  const info = match?.[2] ?? '';
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return undefined;
  return { mark: mark.charAt(0), length: mark.length, info };
}

/** Whether a line ends the code that the fence began. */
export function closesFence(line: string, fence: Fence): boolean {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*\r?\n?$/.exec(line.slice(0, MAX_FENCE_LINE));
  const mark = match?.[1];
  return mark !== undefined && mark.startsWith(fence.mark) && mark.length >= fence.length;
}

/** Whether a line that has only begun could still end the code. */
export function mayCloseFence(line: string): boolean {
  return /^ {0,3}(`{0,}|~{0,})[ \t]*$/.test(line.slice(0, MAX_FENCE_LINE));
}

/** The marker of a list item at the top or one nested by up to three spaces. */
export function listMarker(line: string): ListMarker | undefined {
  const match = /^( {0,3})([-+*]|\d{1,9}[.)])( {1,4}(?=\S)|[ \t]*(?=\r?\n|$)|[ \t])/.exec(line);
  if (!match) return undefined;
  // A rule of three or more is no list.
  if (/^ {0,3}([-*])(?:[ \t]*\1){2,}[ \t]*\r?\n?$/.test(line)) return undefined;
  const indent = match[1]?.length ?? 0;
  const mark = match[2] ?? '';
  const space = Math.max(1, match[3]?.length ?? 1);
  const offset = indent + mark.length + space;
  const bare = line.slice(offset).trim() === '';
  return { indent, offset, interrupts: !bare && /^([-+*]|1[.)])$/.test(mark) };
}
