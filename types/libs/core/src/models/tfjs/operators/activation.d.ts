import { type Conversion, type Operator } from '../conversion';
export declare function isActivation(name: string): boolean;
export declare function activate(at: Conversion, name: string, value: string): string;
export declare function activation(name: string): Operator;
