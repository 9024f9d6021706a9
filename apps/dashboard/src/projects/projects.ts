import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answered, api, type Shapes } from '../api/client';

export type Project = Shapes['ProjectResponse'];

const PROJECTS = ['projects'];
/** The service reads this cookie only for sessions. It selects the project of pages, downloads and event streams. */
const COOKIE = 'percept_project';
const YEAR_S = 365 * 86_400;

/** Oldest first; the first is the administrator's own. */
export function useProjects() {
  return useQuery({
    queryKey: PROJECTS,
    queryFn: async () => (await answered(api.GET('/v2/projects'))).projects.filter(({ deleted_at }) => deleted_at === null),
    staleTime: Infinity,
  });
}

export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Shapes['CreateProjectRequest']) => answered(api.POST('/v2/projects', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: PROJECTS }),
    meta: { done: 'Project created.' },
  });
}

export function useGrant(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<Shapes['UpdateProjectRequest'], 'roots' | 'buckets'>) =>
      answered(api.PATCH('/v2/projects/{id}', { params: { path: { id } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: PROJECTS }),
    meta: { done: 'Folders and buckets granted.' },
  });
}

export function useDeleteProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => void (await api.DELETE('/v2/projects/{id}', { params: { path: { id } } })),
    onSuccess: (_, id) => (id === chosenProject() ? workIn(undefined) : client.invalidateQueries({ queryKey: PROJECTS })),
    meta: { done: 'Project deleted.' },
  });
}

/** The id of the dashboard's current project. Undefined means the administrator's own. */
export function chosenProject(): string | undefined {
  return new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(document.cookie)?.[1];
}

/** Reloads the dashboard, so that nothing of the other project stays on the page. */
export function workIn(id: string | undefined): void {
  document.cookie = `${COOKIE}=${id ?? ''}; path=/; SameSite=Strict; max-age=${id ? YEAR_S : 0}`;
  location.assign('/');
}
