import { AppError } from '../base/errors';
import type { ResourceFlow } from './room';

export const deleteStale: ResourceFlow = () =>
  Promise.reject(new AppError('unfinished', 'This command is not finished yet.'));
