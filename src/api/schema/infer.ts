import type { Messages } from './messages';
import type { Scalars } from './row';

// Enums stay open, because the API adds values before documenting them.
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
 * Response message, inferred from its row. All fields are optional: the API omits default values and even some
 * required fields.
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

/** Request message: required fields are required, output-only fields are excluded. */
export type MessageInput<N> = N extends keyof Messages
  ? Messages[N] extends { readonly oneOf: readonly (infer M)[] }
    ? MemberInput<M>
    : Input<Without<Fields<N>, OutputOnly>>
  : never;

/** Request body: `MessageInput` without path-bound fields. */
export type BodyInput<N> = N extends keyof Messages
  ? Messages[N] extends { readonly oneOf: readonly (infer M)[] }
    ? MemberInput<M>
    : Input<Without<Fields<N>, OutputOnly | PathBound>>
  : never;
