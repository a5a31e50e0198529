// A file of its own: the split bundle knows no names of a CommonJS package that is imported later.
export { UserRefreshClient } from 'google-auth-library/build/src/auth/refreshclient.js';
