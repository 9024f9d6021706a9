import { Button } from '@mantine/core';
import { useLocation } from 'wouter';
import { Failure } from '../parts/failure';
import type { RunDetail } from '../pipelines/answers';
import { useStart } from '../pipelines/queries';

/** Starts the pipeline, as it is now, with the inputs of a run. */
export function RunAgain({ of: { pipeline, inputs } }: { of: RunDetail }) {
  const [, navigate] = useLocation();
  const start = useStart(pipeline);
  return (
    <>
      <Button
        variant="default"
        loading={start.isPending}
        onClick={() => start.mutate(inputs, { onSuccess: ({ id }) => navigate(`/runs/${id}`) })}
      >
        Run again
      </Button>
      {start.isError && <Failure error={start.error} />}
    </>
  );
}
