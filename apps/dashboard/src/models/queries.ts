import { useQuery } from '@tanstack/react-query';
import { answered, api } from '../api/client';
import { whileWatched } from '../api/watched';

const LIVE_MS = 10_000;

/** @param isFollowed false: asked when the page opens, and when somebody comes back to it. */
export const useModels = (isFollowed = true) =>
  useQuery({
    queryKey: ['models'],
    queryFn: async () => (await answered(api.GET('/v2/models'))).models,
    refetchInterval: isFollowed && whileWatched(LIVE_MS),
  });
