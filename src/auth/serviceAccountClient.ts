// A lazy boundary of its own: only service accounts need it, and the split bundle knows no names of a CommonJS
// package that is imported later.
export { JWT } from 'google-auth-library/build/src/auth/jwtclient.js';
