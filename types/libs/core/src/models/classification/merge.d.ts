import type { SceneSection } from '../manifest';
import type { HeadAnswer } from './head';
type Confidences = ReadonlyMap<string, number>;
/**
 * One confidence for each label: of the head and the detector the one that is more sure. A scene is what the head says of it
 * or what scenes and objects together make of it, whichever is more; objects that speak against it lower both.
 * @param presence of the detector's classes.
 */
export declare function mergeLabels(head: HeadAnswer, presence: Confidences, scenes: readonly SceneSection[]): Map<string, number>;
export {};
