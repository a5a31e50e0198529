import temml from 'temml';
import { allowedMath, type MathElement } from './mathTree';

/**
 * TeX → MathML, as elements that may get on the page. This file and the library in it are a script of their own, which
 * a page loads with its first formula.
 * @throws {Error} When it is no TeX, or too much of it.
 */
export function formulaOf(tex: string, isDisplay: boolean): MathElement {
  return allowedMath(
    // An empty line would end a paragraph of TeX; here it means nothing.
    temml.__renderToMathMLTree(tex.replace(/\n\s*\n/g, '\n'), {
      displayMode: isDisplay,
      throwOnError: true,
      wrap: 'none',
      trust: false,
      // In em and in points.
      maxSize: [20, 200],
      maxExpand: 500,
    }),
  );
}
