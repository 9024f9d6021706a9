/** package.json as it is packed. */
export function packedManifest(): { dependencies: Record<string, string>; optionalDependencies: Record<string, string> };
/** The files that models are made from: a package, and a path in it. */
export function modelFiles(): { name: string; path: string }[];
