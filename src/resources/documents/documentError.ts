import type { FieldPath } from '../../api/errors/fieldPath';
import { AppError } from '../../base/errors';

/** What is wrong with a field of a document; an empty path is the document itself. */
export interface FieldProblem {
  readonly message: string;
  readonly path: FieldPath;
}

/** A document that can't be saved as it is; nothing was sent. */
export class DocumentError extends AppError<'badDocument'> {
  override readonly name = 'DocumentError';
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[], hint: string) {
    super('badDocument', problems.map(({ message }) => message).join(' '), { hint });
    this.problems = problems;
  }
}
