/** Other packages read the metadata through this entry, which the package does not declare. */
declare module 'class-transformer/cjs/storage' {
  export const defaultMetadataStorage: {
    findTypeMetadata(
      target: object,
      property: string,
    ): { typeFunction(): unknown; options?: { discriminator?: object } } | undefined;
    findTransformMetadatas(target: object, property: string, direction: 0): object[];
    getExposedMetadatas(target: object): object[];
    getExcludedMetadatas(target: object): object[];
    getStrategy(target: object): 'excludeAll' | 'exposeAll' | 'none';
  };
}
