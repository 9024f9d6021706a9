import type { EntityManager } from 'typeorm';
import { type Due } from './statements';
/**
 * The jobs to claim so that groups take turns: first one of each group with the fewest under way, then a second, and no
 * group above `most` at once.
 */
export declare function takeTurns(manager: EntityManager, due: Due, most: number): Promise<string[]>;
