import {
  Type,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Min,
  ValidateNested,
  JSONSchema,
  IsFraction,
  IsListOf,
  IsNested,
} from '@percept/sdk/decorators';
import { PagePoint } from '../read/read-output';

/** The source of a value, and its confidence. */
class Sourced {
  @JSONSchema({ description: 'As it is printed.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'How sure the value is: as it was read, as it was named, and whether sums and check digits hold.' })
  @IsFraction()
  confidence!: number;

  @JSONSchema({ description: 'Whether a person should look at it.' })
  @IsBoolean()
  review!: boolean;

  @IsInt() @Min(1) page!: number;

  @JSONSchema({ description: 'The corners of its printed row: inches in a PDF, pixels in a picture.' })
  @IsListOf(() => PagePoint)
  polygon!: PagePoint[];
}

export class TextField extends Sourced {
  @IsString() value!: string;
}

export class NumberField extends Sourced {
  @IsNumber() value!: number;
}

const field = (type: () => typeof TextField | typeof NumberField, description?: string): PropertyDecorator => {
  const schema = JSONSchema({ type: ['object', 'null'], ...(description && { description }) });
  const marks = [ValidateNested(), Type(type), IsOptional(), schema];
  return (target, property) => marks.forEach((mark) => mark(target, property as string));
};
const text = (description?: string) => field(() => TextField, description);
const number = (description?: string) => field(() => NumberField, description);

/** Null if the document does not contain the value: nothing is guessed. */
export class DocumentFields {
  @text('Who wrote it.') merchant!: TextField | null;
  @text() address!: TextField | null;
  @text() phone!: TextField | null;
  @text('YYYY-MM-DD.') date!: TextField | null;
  @text('HH:MM, with seconds where it has some.') time!: TextField | null;
  @text('YYYY-MM-DD.') due_date!: TextField | null;
  @number('The sum with tax. What was paid before stays in it.') total!: NumberField | null;
  @number('Before tax.') subtotal!: NumberField | null;
  @number() tax!: NumberField | null;
  @number() tip!: NumberField | null;
  @text('Its code, such as EUR. A `$` alone is taken for USD and a `¥` for JPY, to be reviewed.') currency!: TextField | null;
  @text('`cash`, `card` or `wallet`.') payment!: TextField | null;
  @text() invoice_number!: TextField | null;
  @text() order_number!: TextField | null;
  @text('Without spaces.') iban!: TextField | null;
  @text('The number of the sender for tax.') vat_id!: TextField | null;
}

export class DocumentItem {
  @IsNested(() => TextField) text!: TextField;
  @number() quantity!: NumberField | null;
  @number() unit_price!: NumberField | null;
  @IsNested(() => NumberField) amount!: NumberField;
}

class CorrectedField {
  @JSONSchema({ description: 'Of the value, such as `fields.total.value`.' }) @IsString() path!: string;
  @JSONSchema({ description: 'What a person said.' }) @IsOptional() value: unknown;
  @JSONSchema({ description: 'What was answered.' }) @IsOptional() was: unknown;
  @IsString() at!: string;
  @IsString() by!: string;
}

export class FieldsOutput {
  @JSONSchema({
    description:
      'What the document is. `other` is neither a receipt nor an invoice, and has at most a phone, an IBAN and a VAT id.',
  })
  @IsIn(['receipt', 'invoice', 'other'])
  type!: 'receipt' | 'invoice' | 'other';

  @IsNested(() => DocumentFields)
  fields!: DocumentFields;

  @JSONSchema({ description: 'What was bought, from top to bottom.' })
  @IsListOf(() => DocumentItem)
  items!: DocumentItem[];

  @JSONSchema({ description: 'The lowest confidence of merchant, date and total; 0 where one of them is missing.' })
  @IsFraction()
  confidence!: number;

  @JSONSchema({ description: 'Whether a person should look at merchant, date, total, tax or currency.' })
  @IsBoolean()
  review!: boolean;

  @JSONSchema({ description: 'What people corrected with PATCH; the fields have these values.' })
  @IsListOf(() => CorrectedField)
  @IsOptional()
  corrections?: CorrectedField[];

  @IsInt() @Min(1) page_count!: number;

  @IsArray()
  @IsString({ each: true })
  @IsOptional()
  warnings?: string[];
}
