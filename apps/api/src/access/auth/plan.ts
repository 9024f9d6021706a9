export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type KeyPlan = (typeof PLANS)[number];

/** Requests a month by plan. For `enterprise` it counts if the key sets no limit. */
const MONTHLY: Record<KeyPlan, number> = { free: 1_000, pro: 100_000, enterprise: 1_000_000_000 };

/** The highest individual limit: a count must fit an integer column. */
export const MAX_MONTHLY = 1_000_000_000;

export function monthlyLimit({ plan, monthly_limit }: { plan: KeyPlan; monthly_limit: number | null }): number {
  return monthly_limit ?? MONTHLY[plan];
}
