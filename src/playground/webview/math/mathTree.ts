export interface MathElement {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly classes: readonly string[];
  readonly children: readonly (MathElement | string)[];
}

interface Node {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly attributes?: { readonly [name: string]: unknown };
  readonly classes?: readonly unknown[];
  readonly style?: { readonly [name: string]: unknown };
  readonly children?: readonly Node[];
}

/** MathML Core presentation elements and `menclose`. None of them loads, links, or runs code. */
const ELEMENTS: ReadonlySet<unknown> = new Set([
  'math',
  'mi',
  'mn',
  'mo',
  'mtext',
  'mspace',
  'mrow',
  'mstyle',
  'mpadded',
  'mphantom',
  'mfrac',
  'msqrt',
  'mroot',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mprescripts',
  'none',
  'mtable',
  'mtr',
  'mtd',
  'menclose',
]);

const YES_OR_NO = /^(?:true|false)$/;
/** Limits negative spaces, so that a formula can't cover other content. */
const LENGTH =
  /^(?:-[01]?|\+?(?:\d|1\d|20)?)(?:\.\d{1,6})?(?:em|ex)$|^[+-]?\d{1,2}(?:\.\d{1,6})?(?:pt|px|mu)$|^0$/;
const SHIFT = /^[+-]?[01]?(?:\.\d{1,6})?(?:em|ex)$|^[+-]?\d{1,2}(?:\.\d{1,6})?(?:pt|px|mu)$|^0$/;
/** Invisible characters except MathML's invisible operators. */
const HIDDEN = /(?![\u2061-\u2064])[\p{Cc}\p{Cf}]/gu;

/** Allowed presentation attributes and values. No colors: the theme sets them. */
const ATTRIBUTES: { readonly [name: string]: RegExp } = {
  display: /^(?:block|inline)$/,
  displaystyle: YES_OR_NO,
  scriptlevel: /^[+-]?[0-3]$/,
  mathvariant: /^normal$/,
  mathsize: /^[0-2]?(?:\.\d{1,4})?em$/,
  form: /^(?:prefix|infix|postfix)$/,
  fence: YES_OR_NO,
  separator: YES_OR_NO,
  stretchy: YES_OR_NO,
  symmetric: YES_OR_NO,
  largeop: YES_OR_NO,
  movablelimits: YES_OR_NO,
  accent: YES_OR_NO,
  accentunder: YES_OR_NO,
  linethickness: LENGTH,
  lspace: LENGTH,
  rspace: LENGTH,
  width: LENGTH,
  height: LENGTH,
  depth: LENGTH,
  voffset: SHIFT,
  minsize: LENGTH,
  maxsize: LENGTH,
};

const CLASSES: ReadonlySet<unknown> = new Set([
  'tml-left',
  'tml-right',
  'tml-jot',
  'tml-small',
  'tml-tag',
  'tml-tageqn',
  'tml-fbox',
  'tml-overline',
  'tml-underline',
  'tml-cancel',
  'upstrike',
  'downstrike',
  'sout',
  'tml-xcancel',
  'tml-vec',
]);

/** Styles replaced by classes. Other styles only fine-tune spacing. */
const STYLES: { readonly [name: string]: string } = {
  border: 'boxed',
  borderTop: 'line-above',
  borderBottom: 'line-below',
  borderLeft: 'line-left',
  borderRight: 'line-right',
};

const MAX_DEPTH = 60;
const MAX_ELEMENTS = 3000;

class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/**
 * Rebuilds a formula from allowed elements. Unknown elements are replaced by their children.
 * @throws {Error} if too deep or too large
 */
export function allowedMath(root: unknown): MathElement {
  const budget = { left: MAX_ELEMENTS };
  const children = allowed(root as Node, 0, budget);
  const [only] = children;
  if (children.length === 1 && typeof only === 'object' && only.name === 'math') return only;
  return { name: 'math', attributes: {}, classes: [], children };
}

function allowed(
  node: Node,
  depth: number,
  budget: { left: number },
): readonly (MathElement | string)[] {
  if (depth > MAX_DEPTH || --budget.left < 0) throw new TooMuch();
  if (typeof node.text === 'string') return [node.text.replace(HIDDEN, '')];
  const children = (node.children ?? []).flatMap((child) => allowed(child, depth + 1, budget));
  if (!ELEMENTS.has(node.type)) return children;
  return [
    {
      name: String(node.type),
      attributes: allowedAttributes(node.attributes ?? {}),
      classes: [...(node.classes ?? []).filter((name) => CLASSES.has(name)), ...lines(node)].map(
        String,
      ),
      children,
    },
  ];
}

function allowedAttributes(given: { readonly [name: string]: unknown }): {
  readonly [name: string]: string;
} {
  const pairs = Object.entries(given)
    .map(([name, value]) => [name, String(value)] as const)
    .filter(
      ([name, value]) => Object.hasOwn(ATTRIBUTES, name) && ATTRIBUTES[name]?.test(value) === true,
    );
  return Object.fromEntries(pairs);
}

function lines({ style = {} }: Node): readonly string[] {
  return Object.keys(style).flatMap((name) => {
    const known = Object.hasOwn(STYLES, name) ? STYLES[name] : undefined;
    return known === undefined || !/solid|dashed/.test(String(style[name])) ? [] : [known];
  });
}
