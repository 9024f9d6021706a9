import { useQuery } from '@tanstack/react-query';
import { answered, api } from '../api/client';
import { whileWatched } from '../api/watched';

const LIVE_MS = 10_000;

export const useModels = () =>
  useQuery({
    queryKey: ['models'],
    queryFn: async () => (await answered(api.GET('/v2/models'))).models,
    refetchInterval: whileWatched(LIVE_MS),
  });
