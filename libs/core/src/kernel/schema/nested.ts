import { Type } from 'class-transformer';
import { IsArray, IsNumber, IsString, Max, Min, ValidateBy, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { parseDateTime } from '../duration';
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

/** Declares a property of an answer as a time: ISO 8601 in UTC. */
export function IsTime(description?: string): PropertyDecorator {
  const document = JSONSchema({ format: 'date-time', ...(description && { description }) });
  return (target, property) => [document, IsString()].forEach((mark) => mark(target, property as string));
}

/** Declares a property of a request as a day of the calendar with or without a time, which `Date.parse` reads. */
export function IsDateTime(description: string): PropertyDecorator {
  const message = 'must be a date-time such as 2026-01-31T12:00:00Z';
  const validate = (value: unknown) => typeof value === 'string' && parseDateTime(value) !== undefined;
  const check = ValidateBy({ name: 'isDateTime', validator: { validate } }, { message });
  return (target, property) => [IsTime(description), check].forEach((mark) => mark(target, property));
}
