import type { Stock, StockedModel } from './stock';
/**
 * The model of that name, or the default for the task.
 * @throws PerceptError INVALID_REQUEST where no model of that name is for the task.
 * @throws Error where the task has no default, or more than one.
 */
export declare function chooseModel(stock: Stock, task: string, name?: string): StockedModel;
