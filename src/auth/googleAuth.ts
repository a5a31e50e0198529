// A separate lazy chunk: after code splitting, named exports of a CommonJS package are lost otherwise.
export { JWT } from 'google-auth-library/build/src/auth/jwtclient.js';
export { UserRefreshClient } from 'google-auth-library/build/src/auth/refreshclient.js';
