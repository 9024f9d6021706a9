import 'reflect-metadata';
/**
 * Declares a property as another name for the parameter `canonical`: it takes over that one's checks and document, and
 * the handler sees the value under the canonical name only.
 */
export declare function AliasOf(canonical: string): PropertyDecorator;
/** The canonical name for each alias of an input class, inherited ones included. */
export declare function aliasesOf(target: object): Readonly<Record<string, string>>;
