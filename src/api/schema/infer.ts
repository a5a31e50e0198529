import type { Messages } from './messages';
import type { Scalars } from './row';

// An enumeration stays open: the service adds values before its documents do.
type Named<T> = T extends keyof Scalars
  ? Scalars[T]
  : T extends keyof Messages
    ? Messages[T] extends { readonly values: infer V }
      ? (keyof V & string) | (string & {})
      : Message<T>
    : never;
type Valued<F> = F extends { readonly const: infer C }
  ? C
  : F extends { readonly type: infer T }
    ? F extends { readonly repeated: true }
      ? readonly Named<T>[]
      : F extends { readonly map: true }
        ? { readonly [key: string]: Named<T> }
        : Named<T>
    : never;
type Member<M> = M extends { readonly list: infer T } ? readonly Named<T>[] : Named<M>;
type Fields<N> = N extends keyof Messages
  ? Messages[N] extends { readonly fields: infer F }
    ? F
    : never
  : never;

/**
 * A message as the service answers it, inferred from its row. Every field is optional: default values
 * are left out on the wire, and the service omits even fields that it declares required.
 */
export type Message<N> = N extends keyof Messages
  ? Messages[N] extends { readonly oneOf: readonly (infer M)[] }
    ? Member<M>
    : { readonly [K in keyof Fields<N>]?: Valued<Fields<N>[K]> }
  : never;

type Without<F, Flag> = { [K in keyof F as F[K] extends Flag ? never : K]: F[K] };
type OutputOnly = { readonly outputOnly: true };
type PathBound = { readonly pathBound: true };
type RequiredKeys<F> = {
  [K in keyof F]: F[K] extends { readonly required: true } ? K : never;
}[keyof F];

type NamedInput<T> = T extends keyof Scalars
  ? Scalars[T]
  : T extends keyof Messages
    ? Messages[T] extends { readonly values: unknown }
      ? Named<T>
      : MessageInput<T>
    : never;
type ValuedInput<F> = F extends { readonly const: infer C }
  ? C
  : F extends { readonly type: infer T }
    ? F extends { readonly lent: true }
      ? BodyInput<T>
      : F extends { readonly repeated: true }
        ? readonly NamedInput<T>[]
        : F extends { readonly map: true }
          ? { readonly [key: string]: NamedInput<T> }
          : NamedInput<T>
    : never;
type MemberInput<M> = M extends { readonly list: infer T }
  ? readonly NamedInput<T>[]
  : NamedInput<M>;
type Input<F> = {
  readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: ValuedInput<F[K]>;
} & { readonly [K in Extract<keyof F, RequiredKeys<F>>]: ValuedInput<F[K]> };

/** A message as a client sends it: required fields are required, those that only the service sets are not there. */
export type MessageInput<N> = N extends keyof Messages
  ? Messages[N] extends { readonly oneOf: readonly (infer M)[] }
    ? MemberInput<M>
    : Input<Without<Fields<N>, OutputOnly>>
  : never;

/** A message that is the body of a call: `MessageInput` without what the URL carries. */
export type BodyInput<N> = N extends keyof Messages
  ? Messages[N] extends { readonly oneOf: readonly (infer M)[] }
    ? MemberInput<M>
    : Input<Without<Fields<N>, OutputOnly | PathBound>>
  : never;
