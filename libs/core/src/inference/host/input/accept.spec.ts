import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { IsInt, IsNumber, IsOptional, IsString, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { IsFraction, IsListOf, type Class } from '../../../kernel/schema';
import type { CapabilityDefinition } from '../../declaration';
import { accepted } from './accept';
import { checkOutput } from './check';

class Box {
  @IsInt() width!: number;
}
class Sighting {
  @IsString() label!: string;
  @IsFraction() confidence!: number;
  @Type(() => Box) @ValidateNested() box!: Box;
}
class Sightings {
  @IsListOf(() => Sighting) found!: Sighting[];
  @IsOptional() @IsNumber({}, { each: true }) sizes?: number[];
}

const sighting = () => ({ label: 'cup', confidence: 0.9, box: { width: 3 } });
const check = (output: unknown) => checkOutput({ id: 'test.find', output: Sightings } as CapabilityDefinition, output);

test('an answer is copied without what its prototypes and getters could still change', () => {
  let reads = 0;
  const sly = {
    ...sighting(),
    get confidence() {
      return reads++ === 0 ? 0.9 : 'secret';
    },
  };
  const sizes = Object.defineProperty([1, 2], 'toJSON', { value: () => 'secret' });
  const copy = check({ found: [sly], sizes });
  expect(JSON.stringify(copy)).toBe(JSON.stringify({ found: [sighting()], sizes: [1, 2] }));
});

const inherited = Object.assign(Object.create({ label: 'cup' }) as object, { confidence: 0.9, box: { width: 3 } });
const hidden = Object.defineProperty({ confidence: 0.9, box: { width: 3 } }, 'label', { value: 'cup', enumerable: false });
const disguised = Object.setPrototypeOf([sighting()], { map: () => [] }) as object;

test.each<[unknown, string]>([
  [{ found: [{ ...sighting(), confidence: 2 }] }, 'found[0].confidence must be a number between 0 and 1, not 2.'],
  [{ found: [sighting(), { ...sighting(), box: { width: 1.5 } }] }, 'found[1].box.width must be a whole number, not 1.5.'],
  [{ found: [{ ...sighting(), box: null }] }, 'found[0].box must be an object, not null.'],
  [{ found: [{ ...sighting(), confidense: 1 }] }, "found[0].confidense is not known here. Did you mean 'confidence'?"],
  [{ found: [inherited] }, 'found[0].label is required: it must be a text.'],
  [{ found: [hidden] }, 'found[0].label is required: it must be a text.'],
  [{ found: [sighting()], sizes: [1, NaN] }, 'sizes must be'],
  [{ found: disguised }, 'forEach is not a function'],
])('an answer that is wrong is refused with the reason: %j', (output, reason) => {
  expect(() => check(output)).toThrow(reason);
});

class Converted {
  @Transform(({ value }) => String(value)) @IsString() text!: string;
}
class WithoutText {
  @Exclude() @IsString() text!: string;
}
@Exclude()
class OnlyExposed {
  @Expose() @IsInt() count!: number;
  @IsString() text!: string;
}
class Renamed {
  @Expose({ name: 'written' }) @IsString() text!: string;
}
class Numbered {
  @Type(() => Number) @IsInt() count!: number;
}
class WithMethod {
  @ValidateIf((one: WithMethod) => one.isNamed()) @IsString() text!: string;
  isNamed(): boolean {
    return true;
  }
}
class Later {
  @ValidateBy({ name: 'later', validator: { validate: () => Promise.resolve(false) } }) text!: string;
}
class Filled {
  @IsString() text = 'nothing';
}

test.each<[Class, object]>([
  [Converted, { text: 'a' }],
  [WithoutText, { text: 'a' }],
  [OnlyExposed, { count: 1, text: 'a' }],
  [Renamed, { text: 'a' }],
  [Numbered, { count: 1 }],
  [WithMethod, { text: 'a' }],
  [Later, { text: 'a' }],
  [Filled, { text: 'a' }],
])('a class that asks for more than its validators is left to the libraries: %p', (of, value) => {
  expect(accepted(of, value)).toBeUndefined();
});

class Ordered {
  @IsInt() low!: number;
  @ValidateBy({ name: 'aboveLow', validator: { validate: (value, about) => value > (about!.object as Ordered).low } })
  high!: number;
}

test('a check of a plugin sees the other properties', () => {
  expect(accepted(Ordered, { low: 1, high: 2 })).toEqual({ low: 1, high: 2 });
  expect(accepted(Ordered, { low: 2, high: 2 })).toBeUndefined();
});
