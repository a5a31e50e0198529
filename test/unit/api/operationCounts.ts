import type { Profile, Version } from '../../../src/api/versions';

/** How many operations each version has, counted by hand: what a row that is lost or made twice breaks. */
export const OPERATION_COUNTS: { readonly [P in Profile]: { readonly [V in Version]: number } } = {
  current: { v1beta: 140, v1: 99, v1alpha: 1, v1beta3: 20 },
  '2024': { v1beta: 57, v1: 13, v1alpha: 0, v1beta3: 20 },
};

/** All of them today, each in each of its versions. */
export const OPERATIONS = Object.values(OPERATION_COUNTS.current).reduce((sum, one) => sum + one);
