import { Type } from 'class-transformer';
import { IsArray, IsNumber, Max, Min, ValidateNested } from 'class-validator';
import type { Class } from './schema';

/** Declares a property as an object of another class, whose properties are checked and described too. */
export function IsNested(of: () => Class): PropertyDecorator {
  return (target, property) => [Type(of), ValidateNested()].forEach((mark) => mark(target, property));
}

/** Declares a property as a list of objects of another class, whose properties are checked and described too. */
export function IsListOf(of: () => Class): PropertyDecorator {
  const marks = [Type(of), ValidateNested({ each: true }), IsArray()];
  return (target, property) => marks.forEach((mark) => mark(target, property));
}

/** Declares a property as a number from 0 to 1, such as a confidence. */
export function IsFraction(): PropertyDecorator {
  return (target, property) => [Max(1), Min(0), IsNumber()].forEach((mark) => mark(target, property));
}
