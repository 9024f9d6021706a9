import type { EntityManager } from 'typeorm';
import { type Due } from './statements';
/**
 * The jobs to claim so that groups take turns: the highest priority first, among equals one of each group with the fewest
 * under way, then a second. No group goes above `most` or its own limit, no key above its limit.
 */
export declare function takeTurns(manager: EntityManager, due: Due, most: number): Promise<string[]>;
