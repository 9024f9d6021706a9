import { Injectable } from '@nestjs/common';
import { monthlyLimit } from '../plan';
import { Projects } from './projects';

/** How old a limit may be: a query for each request would cost more than that is worth. */
const MAX_AGE_MS = 1_000;

/** The requests a month that the keys of a project may send together. */
@Injectable()
export class ProjectLimits {
  private readonly known = new Map<string, { limit: number | undefined; until: number }>();

  constructor(private readonly projects: Projects) {}

  /** Undefined: no limit. */
  async of(projectId: string): Promise<number | undefined> {
    const known = this.known.get(projectId);
    if (known && known.until > performance.now()) return known.limit;
    const project = await this.projects.get(projectId);
    const isOpen = project.plan === 'enterprise' && project.monthly_limit === null;
    const limit = isOpen ? undefined : monthlyLimit(project);
    this.known.set(projectId, { limit, until: performance.now() + MAX_AGE_MS });
    return limit;
  }
}
