/** The package does not declare the entry that other packages read its metadata from. */
declare module 'class-transformer/cjs/storage' {
  export const defaultMetadataStorage: {
    findTypeMetadata(target: object, property: string): { typeFunction(): unknown } | undefined;
  };
}
