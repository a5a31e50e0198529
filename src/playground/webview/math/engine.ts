import temml from 'temml';
import { allowedMath, type MathElement } from './mathTree';

/**
 * Converts TeX to safe MathML elements. This file and its library are a separate script that loads with the
 * first formula.
 * @throws {Error} if the TeX is invalid or too large
 */
export function formulaOf(tex: string, isDisplay: boolean): MathElement {
  return allowedMath(
    // A blank line would end the TeX paragraph.
    temml.__renderToMathMLTree(tex.replace(/\n\s*\n/g, '\n'), {
      displayMode: isDisplay,
      throwOnError: true,
      wrap: 'none',
      trust: false,
      // In em and points.
      maxSize: [20, 200],
      maxExpand: 500,
    }),
  );
}
