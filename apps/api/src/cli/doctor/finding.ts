export interface DoctorFinding {
  /** What was checked. */
  check: string;
  /** A warning: Percept works, but not as well as it could. A problem: Percept does not start, or a part of it fails. */
  state: 'ok' | 'warning' | 'problem';
  detail: string;
  /** How to fix it. */
  fix?: string;
}

type Report = Omit<DoctorFinding, 'check'>;

export const ok = (detail: string): Report => ({ state: 'ok', detail });
export const warning = (detail: string, fix: string): Report => ({ state: 'warning', detail, fix });
export const problem = (detail: string, fix?: string): Report => ({ state: 'problem', detail, ...(fix && { fix }) });

/** One check. An error that it throws is a problem; the error's message says the fix. */
export interface Check {
  name: string;
  look: () => Report | Promise<Report>;
}

export async function inspect({ name, look }: Check): Promise<DoctorFinding> {
  try {
    return { check: name, ...(await look()) };
  } catch (error) {
    return { check: name, ...problem(error instanceof Error ? error.message : String(error)) };
  }
}
