import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, ask, postForm, type Shapes } from '../api/client';
import { useLive } from '../api/live';

type Analysis<Result> = Omit<Shapes['AnalysisResponse'], 'result' | 'progress' | 'error'> & {
  result: Result | null;
  progress: { processed_frames: number; total_frames: number; percent: number; eta_seconds: number | null } | null;
  error: { code: string; message: string; details?: { field?: string; reason?: string } } | null;
};

const hasEnded = ({ ended_at }: Pick<Analysis<unknown>, 'ended_at'>): boolean => Boolean(ended_at);

/** An analysis from the upload to its end. It is sent with `respond-async`, so that all of them report progress. */
export function useAnalysis<Result extends object>(path: string) {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: (form: FormData) => postForm<Shapes['AcceptedAnalysisResponse']>(path, form, { prefer: 'respond-async' }),
  });
  const id = sending.data?.id;
  const queryKey = ['analysis', id ?? ''] as const;
  const analysis = useLive<Analysis<Result>>({ queryKey, path: sending.data?.status_url, hasEnded });
  const cancelling = useMutation({ mutationFn: () => ask('POST', `/v2/analyses/${id}/cancel`) });
  const correcting = useMutation({
    mutationFn: (correction: { path: string; value: unknown }) =>
      ask<Analysis<Result>>('PATCH', `/v2/analyses/${id}`, { corrections: [correction] }),
    onSuccess: (corrected) => client.setQueryData(queryKey, corrected),
  });
  const { data: state, refetch } = analysis;
  // A result that is too large for an event must be fetched.
  const isElsewhere = state?.status === 'succeeded' && state.result === null;
  useEffect(() => {
    if (isElsewhere) void refetch();
  }, [isElsewhere, refetch]);
  const isPending = sending.isPending || (id !== undefined && !analysis.isError && !(state && hasEnded(state)));
  const failure = state?.error ? new ApiError(400, { error: state.error }) : null;
  return {
    start: sending.mutate,
    reset: sending.reset,
    cancel: cancelling.mutate,
    isCancelling: cancelling.isPending,
    correct: correcting.mutateAsync,
    isPending,
    /** An analysis cannot be cancelled before it exists. */
    isAccepted: id !== undefined,
    isCancelled: state?.status === 'cancelled',
    progress: state?.progress ?? null,
    answer: state?.result ?? null,
    error: sending.error ?? analysis.error ?? failure,
  };
}

export type RunningAnalysis = Pick<ReturnType<typeof useAnalysis>, 'progress' | 'isAccepted' | 'cancel' | 'isCancelling'>;
