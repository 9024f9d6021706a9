/** A plugin's module, with the options from the configuration. */
export interface PluginSource {
  /** Absolute path of the module. */
  module: string;
  /** Checked against the plugin's options class. */
  options?: Record<string, unknown>;
}

/** The conditions for loading a plugin. */
export interface Admission {
  /** This Percept's version. When it is absent, no plugin's range is checked. */
  version?: string;
  /** Secrets by name. A plugin gets only those that it names. */
  secrets?: Readonly<Record<string, string>>;
}

export const toPluginSource = (source: string | PluginSource): PluginSource =>
  typeof source === 'string' ? { module: source } : source;
