import type { Message } from '../../api/schema/infer';
import { isAtLeast, roleOf, type Role } from '../access';
import type { Caller } from '../caller';
import { findGrantee } from '../sharing/grantee';
import type { Stored } from '../state/state';
import { StatusError } from '../status';
import type { World } from '../world';

/** How a tuned model is shared with whoever asks. */
interface Sharing {
  /** What the caller may do by name; what everyone may do left out. */
  readonly role: Role | undefined;
  readonly isPublic: boolean;
}

/** The operators of the filter. Who may write may read, so that each holds for the stronger roles too. */
const operators: { readonly [operator: string]: (sharing: Sharing) => boolean } = {
  'owner:me': ({ role }) => isAtLeast(role, 'OWNER'),
  'writers:me': ({ role }) => isAtLeast(role, 'WRITER'),
  'readers:me': ({ role }) => isAtLeast(role, 'READER'),
  'readers:everyone': ({ isPublic }) => isPublic,
};

const OPERATOR = /^(owner|writers|readers):/;

/**
 * Which tuned models a list shows: of those that the caller may use the ones that hold every operator and
 * every word of the filter. What is shared with everyone and not with the caller is shown only where the
 * filter asks for it. Throws 400 for an operator with another value.
 */
export function tunedModelFilter(
  world: World,
  caller: Caller,
  filter: string,
): (stored: Stored) => boolean {
  const terms = filter.split(/\s+/).filter((term) => term !== '');
  const tests = terms.filter((term) => OPERATOR.test(term)).map(readOperator);
  const words = terms.filter((term) => !OPERATOR.test(term)).map((term) => term.toLowerCase());
  const showsPublic = terms.includes('readers:everyone');
  return (stored) => {
    if (!hasWords(stored, words)) return false;
    const role = roleOf(world, caller, stored, true);
    const everyone = { granteeType: 'EVERYONE' };
    const isPublic = findGrantee(world, stored.name, everyone) !== undefined;
    if (role === undefined && !(isPublic && showsPublic)) return false;
    return tests.every((holds) => holds({ role, isPublic }));
  };
}

function readOperator(term: string): (sharing: Sharing) => boolean {
  const holds = Object.hasOwn(operators, term) ? operators[term] : undefined;
  if (holds) return holds;
  const known = Object.keys(operators).join(', ');
  throw new StatusError(400, `Invalid filter: ${term} is none of ${known}.`);
}

function hasWords({ resource }: Stored, words: readonly string[]): boolean {
  const { displayName = '', description = '' } = resource as Message<'TunedModel'>;
  const text = `${displayName}\n${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
