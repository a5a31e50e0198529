import { AppError } from '../base/errors';
import type { FileFlow } from './room';

export const uploadFiles: FileFlow = () =>
  Promise.reject(new AppError('unfinished', 'This command is not finished yet.'));
