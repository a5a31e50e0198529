export { Guard } from './guard';
export { parseJson, readJson, readText } from './jsonBody';
export { type Route, Router, type Target, baseOf, parseTarget, readQuery } from './routing';
export { type SendOptions, send } from './send';
export { readFields, selectFields, toWire } from './wire';
