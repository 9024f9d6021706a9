/** The calls that these specs make with the vendors' own clients at least: together 60. */
export const LEAST_CALLS = { aws: 40, google: 20 } as const;

type Step = (call: unknown) => Promise<unknown>;
type Layer = (next: Step) => Step;
/** What every client of AWS has, each with the types of its own calls. */
interface Stack {
  add(layer: Layer, options: { step: 'build' }): void;
}

/** Counts what the clients of a vendor send. */
export class CallsOfClients {
  made = 0;

  constructor(readonly vendor: keyof typeof LEAST_CALLS) {}

  /** A client of AWS. */
  count<T extends object>(client: T): T {
    const { middlewareStack } = client as T & { middlewareStack: Stack };
    const counting: Layer = (next) => (call) => {
      this.made++;
      return next(call);
    };
    middlewareStack.add(counting, { step: 'build' });
    return client;
  }

  /** The fetch of a client of Google. */
  readonly fetch: typeof fetch = (...request) => {
    this.made++;
    return fetch(...request);
  };

  expectEnough(): void {
    expect(Object.values(LEAST_CALLS).reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(60);
    expect(this.made).toBeGreaterThanOrEqual(LEAST_CALLS[this.vendor]);
  }
}
