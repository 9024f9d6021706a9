/** A plugin's module and what its user gives it. */
export interface PluginSource {
  /** Absolute path of the module. */
  module: string;
  /** Checked against the plugin's options class. */
  options?: Record<string, unknown>;
}

/** What a plugin is held to before it is let in. */
export interface Admission {
  /** This Percept's version; unknown: no plugin's range is checked. */
  version?: string;
  /** Secrets by name; a plugin gets those that it names. */
  secrets?: Readonly<Record<string, string>>;
}

export const sourceOf = (source: string | PluginSource): PluginSource =>
  typeof source === 'string' ? { module: source } : source;
