import { useQuery } from '@tanstack/react-query';

async function read(path: string): Promise<Response | undefined> {
  const response = await fetch(`/guide-files/${path}`);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The guide could not be read: the service answered ${response.status}.`);
  return response;
}

/** A page of docs/; null if there is none. */
export const usePage = (file: string) =>
  useQuery({ queryKey: ['guide', file], queryFn: async () => (await (await read(file))?.text()) ?? null, staleTime: Infinity });

/** The search over all pages. They are loaded when somebody starts to search. */
export const useGuideSearch = (isWanted: boolean) =>
  useQuery({
    queryKey: ['guide-search'],
    queryFn: async () => {
      const [{ createSearch }, texts] = await Promise.all([import('./find'), read('texts.json')]);
      return { find: createSearch(((await texts?.json()) ?? {}) as Record<string, string>) };
    },
    enabled: isWanted,
    staleTime: Infinity,
  });
