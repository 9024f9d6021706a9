import { useQuery } from '@tanstack/react-query';
import { answered, api } from '../api/client';
import { whileWatched } from '../api/watched';

const LIVE_MS = 10_000;

/** @param isFollowed false: fetched only when the page opens or regains focus. */
export const useModels = (isFollowed = true) =>
  useQuery({
    queryKey: ['models'],
    queryFn: async () => (await answered(api.GET('/v2/models'))).models,
    refetchInterval: isFollowed && whileWatched(LIVE_MS),
  });
