import type { Role } from '../access';
import { badFields } from '../status';
import type { Grantee } from './grantee';

// The wording of these is not published; it follows the service's for other fields.

const EMAIL = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,255}$/;

/** Who is meant. Throws 400 where an address is missing, wrong or of no use. */
export function checkGrantee(
  granteeType: string | undefined,
  emailAddress: string | undefined,
): Grantee {
  if (granteeType === 'EVERYONE') {
    if (emailAddress === undefined || emailAddress === '') return { granteeType };
    throw wrong('Permission', 'email_address', 'must not be set for EVERYONE');
  }
  // Only the first version asks for it by the tables; without it nobody would be meant.
  if (granteeType !== 'USER' && granteeType !== 'GROUP') {
    throw wrong('Permission', 'grantee_type', 'must be USER, GROUP or EVERYONE');
  }
  return { granteeType, emailAddress: checkEmail(emailAddress, 'Permission') };
}

/** Throws 400 for what can't be an address. */
export function checkEmail(emailAddress: string | undefined, message: string): string {
  if (emailAddress === undefined || emailAddress === '') {
    throw wrong(message, 'email_address', 'email_address is not specified');
  }
  if (EMAIL.test(emailAddress)) return emailAddress;
  throw wrong(message, 'email_address', 'is not an email address');
}

/** Throws 400 for a role that can't be given: there is one owner, made by creating or by a transfer. */
export function checkRole(role: string | undefined): Role {
  if (role === 'READER' || role === 'WRITER') return role;
  const problem =
    role === 'OWNER'
      ? 'OWNER cannot be granted; ownership is transferred'
      : 'role is not specified';
  throw wrong('Permission', 'role', problem);
}

function wrong(message: string, field: string, problem: string): Error {
  return badFields([`* ${message}.${field}: ${problem}`]);
}
