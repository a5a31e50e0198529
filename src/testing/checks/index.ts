import type { JsonValue } from '../../base/json';
import { isObject } from '../../base/json';
import { type Shape, ShapeError } from '../../webview/shape';
import { callChecks } from './calls';
import { decisionChecks } from './decision';
import { jsonChecks } from './json';
import { judgementChecks } from './judgement';
import { outcomeChecks } from './outcome';
import type { CheckRow } from './row';
import { textChecks } from './text';

export const checks = {
  ...textChecks,
  ...jsonChecks,
  ...callChecks,
  ...outcomeChecks,
  ...judgementChecks,
  ...decisionChecks,
} satisfies { readonly [type: string]: CheckRow };

export type CheckType = keyof typeof checks;
export const CHECK_TYPES = Object.keys(checks) as CheckType[];

export type Check = { readonly type: CheckType } & {
  readonly [field: string]: JsonValue | undefined;
};

export const isCheckType = (value: unknown): value is CheckType =>
  typeof value === 'string' && Object.hasOwn(checks, value);

export const checkShape: Shape<Check> = {
  parse(value, path = '') {
    if (!isObject(value)) throw new ShapeError(path, 'an object with a type');
    const { type, ...fields } = value;
    if (!isCheckType(type)) {
      throw new ShapeError(`${path}.type`, `one of ${CHECK_TYPES.join(', ')}`);
    }
    const row: CheckRow = checks[type];
    const known = [...Object.keys(row.required), ...Object.keys(row.optional)];
    const unknown = Object.keys(fields).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw new ShapeError(`${path}.${unknown}`, `one of ${known.join(', ')}`);
    }
    return { type, ...row.shape.parse(fields, path) };
  },
};
