// A lazy boundary of its own, with nothing of ours in its chunk: the split bundle knows no names of a CommonJS
// package that is imported later.
export { JWT } from 'google-auth-library/build/src/auth/jwtclient.js';
export { UserRefreshClient } from 'google-auth-library/build/src/auth/refreshclient.js';
