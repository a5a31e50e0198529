// A file of its own: the split bundle knows no names of a CommonJS package that is imported later.
export { JWT } from 'google-auth-library/build/src/auth/jwtclient.js';
