import { IsArray, IsOptional, IsString, JSONSchema, IsListOf, IsFraction } from '@percept/sdk/decorators';

class TextClass {
  @JSONSchema({ description: 'One of `labels`, or of the labels of the model.' })
  @IsString()
  label!: string;

  @JSONSchema({ description: 'Probability that the text is of this class.' })
  @IsFraction()
  confidence!: number;
}

export class TextClassifyOutput {
  @JSONSchema({ description: 'The classes of the text, most likely first; empty if it is of none of them.' })
  @IsListOf(() => TextClass)
  classifications!: TextClass[];

  @JSONSchema({ description: 'If `classifications` is empty: up to three labels from 0.1 on that came closest.' })
  @IsListOf(() => TextClass)
  @IsOptional()
  nearest?: TextClass[];

  @JSONSchema({ description: 'Why the answer says little: the model does not know the characters.' })
  @IsString({ each: true })
  @IsArray()
  @IsOptional()
  warnings?: string[];
}
