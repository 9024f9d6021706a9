/** package.json as it is packed. */
export function packedManifest(): { dependencies: Record<string, string>; optionalDependencies: Record<string, string> };
