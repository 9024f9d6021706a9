/** An attribute as TensorFlow.js writes it: texts are Base64, integers may be decimal texts. */
export interface RawAttribute {
  s?: string;
  i?: string | number;
  f?: number;
  b?: boolean;
  type?: string;
  shape?: { dim?: { size: string | number }[] };
  list?: { s?: string[]; i?: (string | number)[]; f?: number[] };
}

const text = (base64: string) => Buffer.from(base64, 'base64').toString();

/** The attributes of one node, read by kind. An absent attribute has the empty value of its kind, as in TensorFlow. */
export class NodeAttributes {
  constructor(private readonly raw: Record<string, RawAttribute>) {}

  text(name: string): string {
    return text(this.raw[name]?.s ?? '');
  }

  texts(name: string): string[] {
    return (this.raw[name]?.list?.s ?? []).map(text);
  }

  integer(name: string): number {
    return Number(this.raw[name]?.i ?? 0);
  }

  /** Undefined if the graph does not name the attribute. */
  number(name: string): number | undefined {
    return this.raw[name]?.f;
  }

  integers(name: string): number[] {
    return (this.raw[name]?.list?.i ?? []).map(Number);
  }

  numbers(name: string): number[] {
    return this.raw[name]?.list?.f ?? [];
  }

  flag(name: string): boolean {
    return this.raw[name]?.b ?? false;
  }

  /** Such as `DT_FLOAT` or `DT_INT32`. */
  type(name: string): string {
    return this.raw[name]?.type ?? '';
  }

  /** Sizes of the axes; -1 for an unknown size. */
  shape(name: string): number[] {
    return (this.raw[name]?.shape?.dim ?? []).map((axis) => Number(axis.size));
  }
}
