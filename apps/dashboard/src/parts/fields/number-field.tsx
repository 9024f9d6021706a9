import { TextInput, type TextInputProps } from '@mantine/core';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** Empty means no value. */
  value: string;
  onChange: (value: string) => void;
}

/** A number in the browser's own field, because Mantine's adds 11 KB. */
export function PlainNumberField({ onChange, ...rest }: NumberFieldProps) {
  return <TextInput type="number" {...rest} onChange={(event) => onChange(event.target.value)} />;
}
