import { useMutation } from '@tanstack/react-query';
import { ApiError, ask, postForm, type Shapes } from '../../api/client';
import { useLive } from '../../api/live';
import type { VideoResult } from './video-result';

type Analysis = Omit<Shapes['AnalysisResponse'], 'result' | 'progress' | 'error'> & {
  result: VideoResult | null;
  progress: { processed_frames: number; total_frames: number; percent: number; eta_seconds: number | null } | null;
  error: { code: string; message: string; details?: { field?: string; reason?: string } } | null;
};

const hasEnded = ({ ended_at }: Analysis): boolean => Boolean(ended_at);

/** A video's analysis from the upload to its end. Every video is sent with `respond-async`: so all show how far they are. */
export function useVideoAnalysis() {
  const sending = useMutation({
    mutationFn: ({ video, interval }: { video: File; interval: number }) => {
      const form = new FormData();
      form.append('frame_interval', String(interval));
      form.append('video', video);
      return postForm<Shapes['AcceptedAnalysisResponse']>('/v2/vision/video/analyze', form, { prefer: 'respond-async' });
    },
  });
  const id = sending.data?.id;
  const analysis = useLive<Analysis>({ queryKey: ['analysis', id ?? ''], path: sending.data?.status_url, hasEnded });
  const cancelling = useMutation({ mutationFn: () => ask('POST', `/v2/analyses/${id}/cancel`) });
  const state = analysis.data;
  const isPending = sending.isPending || (id !== undefined && !analysis.isError && !(state && hasEnded(state)));
  const failure = state?.error ? new ApiError(400, { error: state.error }) : null;
  return {
    start: sending.mutate,
    cancel: cancelling.mutate,
    isCancelling: cancelling.isPending,
    isPending,
    /** Nothing can be cancelled before it is there. */
    isAccepted: id !== undefined,
    isCancelled: state?.status === 'cancelled',
    progress: state?.progress ?? null,
    answer: state?.result ?? null,
    error: sending.error ?? analysis.error ?? failure,
  };
}
