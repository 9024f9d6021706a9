// The package ships no types.
declare module '@npmcli/config' {
  const Config: new (options: Record<string, unknown>) => {
    load(): Promise<void>;
    setEnvs(): void;
    flat: import('npm-registry-fetch').Options & { replaceRegistryHost?: string };
  };
  export default Config;
}

declare module '@npmcli/config/lib/definitions/index.js' {
  /** `definitions`, `shorthands`, `flatten` and others, in the form that the constructor takes. */
  const definitions: Record<string, unknown>;
  export default definitions;
}
