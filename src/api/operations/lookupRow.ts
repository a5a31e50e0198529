/**
 * How to find out whether a call that must not be made twice was done. Places are paths in the call's
 * input, such as `body.name`; in a batch, in one of its items.
 */
export interface LookupRow {
  /** What shows that it was done: it is there as it was sent, it has the values sent, or it is gone. */
  readonly done: 'there' | 'changed' | 'gone';
  /** The operation that reads it: a get by its name, or the list of what belongs to the name. */
  readonly by: string;
  /** Place of the name. A create without one can't be looked up. */
  readonly name: string;
  /** What stands before the name, where the place has only an id. */
  readonly prefix?: string;
  /** Place of a batch's items. */
  readonly each?: string;
  /** Place of what was sent; not for what is to be gone. */
  readonly sent?: string;
  /** In a list: the fields by which the one that was sent is recognised, and what it has besides. */
  readonly match?: readonly string[];
  readonly also?: { readonly [field: string]: string };
  /**
   * What the call then answers: that which was found (absent), nothing, that which was found under a
   * field's name, or the first item of another list by the same name.
   */
  readonly answer?: 'nothing' | { readonly field: string } | { readonly first: string };
}
